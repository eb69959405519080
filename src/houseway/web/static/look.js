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
    tapped?.removeAttribute("aria-busy");
    button.setAttribute("aria-busy", "true");
    tapped = button;
  };
  addEventListener("click", keep, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("click", keep, true);
    tapped?.removeAttribute("aria-busy");
    tapped?.click();
  });
}

// A page one of whose scripts was lost on the way would stand there, and nothing in it could be pressed: it comes again, once.
addEventListener(
  "error",
  ({ target }) => {
    const isScript = target instanceof HTMLScriptElement && target.type === "module";
    if (isScript && performance.getEntriesByType("navigation")[0]?.type !== "reload") location.reload();
  },
  true,
);
