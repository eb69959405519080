"""The progressive: the meter, the wins that come off it, envy, and the controller's administration. Pure."""
