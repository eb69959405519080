// What a page needs before anything of it is drawn. It is no module, since a module waits.

// The look that was chosen: no page flashes in another.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("houseway settings") ?? "{}"));
} catch {
  // a browser that keeps nothing, or kept nonsense: all is as the device has it
}

// A button that is tapped before the scripts of the page are there is pressed when they are.
{
  let tapped = null;
  const keep = (event) => {
    const button = event.target.closest?.("button");
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tapped = button;
  };
  addEventListener("click", keep, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("click", keep, true);
    tapped?.click();
  });
}
