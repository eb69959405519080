// The look that was chosen, before anything is drawn: no page flashes in another. It is no module, since a module waits.

try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("houseway settings") ?? "{}"));
} catch {
  // a browser that keeps nothing, or kept nonsense: all is as the device has it
}
