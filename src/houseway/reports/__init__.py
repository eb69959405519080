"""Figures for people and programs: terminal tables, JSON, data frames."""
