// What of a page cannot be pressed, seen or read: sentences, none if all is well. `still`: a selector of parts that have
// to be in sight without any scrolling.
async (still) => {
  const LEAST = 24; // of anything that can be pressed
  const LEAST_PRIMARY = 44; // of what a thumb looks for
  const LEAST_FONT = 12;
  const CONTROLS = "button, a[href], input, select, textarea, summary, .chip";
  const PRIMARY = ".primary, .chip, .spot:not([aria-disabled=true])";
  const PARTS = `.card, .slot, .spot, .board, .told, .facts, .rule, .legend, .shuffler, .puck .who, .puck .state,
    .message, .clock, .coach, .bar, .dock`;
  const HOLDERS = "button, .chip, .board, .zone, .puck, .dock, .message, .shuffler, .coach";
  const POINTS = [[0, 0], [-0.9, 0], [0.9, 0], [0, -0.9], [0, 0.9], [-0.66, -0.66], [0.66, -0.66], [-0.66, 0.66], [0.66, 0.66]];

  const wrong = new Set();
  const root = document.documentElement;
  const isFelt = document.body.classList.contains("player");
  const scope = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };

  const named = (element) => {
    const { act, wager, card } = element.dataset ?? {};
    const what = act ?? wager ?? card ?? (element.id || element.getAttribute("class"));
    return `${element.tagName.toLowerCase()} [${what ?? ""}] "${element.textContent.trim().slice(0, 30)}"`;
  };

  const parents = (element) => {
    const found = [];
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) found.push(up);
    return found;
  };

  // What is clipped away altogether is read, not seen.
  const isRead = (element) => [element, ...parents(element)].some((each) => style(each).clipPath === "inset(50%)");
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.closest(".sr, .skip, svg, noscript, [inert]") &&
    !isRead(element) &&
    (scope.tagName === "DIALOG" || !element.closest("dialog"));
  const all = (selector) => [...scope.querySelectorAll(selector)].filter(isSeen);

  // ---- boxes

  const met = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const inner = (element) => {
    const box = element.getBoundingClientRect();
    const [left, top] = [box.left + element.clientLeft, box.top + element.clientTop];
    return { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
  };
  const hides = (element) => style(element).overflowX !== "visible" || style(element).overflowY !== "visible";
  const scrolls = (element) => /auto|scroll/.test(style(element).overflowX + style(element).overflowY);
  const clipping = (element) => (style(element).position === "fixed" ? [] : parents(element).filter(hides));
  // What of the window is left to an element by the parts that clip it.
  const room = (element) => clipping(element).map(inner).reduce(met, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const isOut = (box, area) =>
    box.left < area.left - 1 || box.top < area.top - 1 || box.right > area.right + 1 || box.bottom > area.bottom + 1;
  const over = (a, b) => {
    const both = met(a, b);
    return [both.right - both.left, both.bottom - both.top];
  };

  // What lies on an element at one of its points, or null.
  const covering = (element) => {
    const box = element.getBoundingClientRect();
    for (const [across, down] of POINTS) {
      const hit = document.elementFromPoint(box.left + (box.width / 2) * (1 + across), box.top + (box.height / 2) * (1 + down));
      if (!hit || !(element.contains(hit) || element.closest("label")?.contains(hit))) return hit ?? root;
    }
    return null;
  };
  // What sticks to the window, or to a dialog, lies on what is scrolled below it, for as long as it is. The felt itself is
  // never scrolled.
  const isScrolled = !isFelt || scope.tagName === "DIALOG";
  const sticks = (element) => [element, ...parents(element)].find((each) => /sticky|fixed/.test(style(each).position)) ?? null;
  const canPart = (one, other) => isScrolled && sticks(one) !== sticks(other);

  // ---- the page

  if (root.scrollWidth > innerWidth) wrong.add(`the page scrolls sideways by ${root.scrollWidth - innerWidth}`);
  if (isFelt && root.scrollHeight > innerHeight) wrong.add(`the page scrolls down by ${root.scrollHeight - innerHeight}`);

  // ---- what can be pressed: large enough, whole, and hit where it is pressed

  const held = new Map([...document.querySelectorAll("*")].filter(scrolls).map((each) => [each, [each.scrollLeft, each.scrollTop]]));
  const top = scrollY;
  const controls = all(CONTROLS).filter((element) => element.type !== "hidden");
  for (const control of controls) {
    let box = control.getBoundingClientRect();
    const isText = control.matches("a") && style(control).display === "inline";
    const least = control.matches(PRIMARY) ? LEAST_PRIMARY : LEAST;
    const [wide, high] = [box.width.toFixed(), box.height.toFixed()];
    const isSmall = !isText && Math.min(box.width, box.height) < least - 0.5 && !control.matches("input[type=checkbox], input[type=radio]");
    if (isSmall) wrong.add(`${named(control)} is too small to hit: ${wide} by ${high}`);
    if (isOut(box, room(control))) {
      if (isFelt && control.closest(still)) wrong.add(`${named(control)} has to be scrolled to`);
      control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      box = control.getBoundingClientRect();
      if (isOut(box, room(control))) {
        wrong.add(`${named(control)} is never whole in sight`);
        continue;
      }
    }
    if (isText) continue;
    if (covering(control) && !control.closest(still)) control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const cover = covering(control);
    if (cover) wrong.add(`${named(control)} is covered by ${named(cover)}`);
  }
  for (const [element, [x, y]] of held) element.scrollTo(x, y);
  scrollTo(0, top);

  // ---- parts that lie apart. Cards of one fan lie on each other: `.minis` and `.fan` say so.

  const isFan = (one, other) => one.closest(".minis, .fan") && one.closest(".minis, .fan") === other.closest(".minis, .fan");
  const parts = [...new Set([...controls, ...all(PARTS)])]
    .map((part) => [part, met(part.getBoundingClientRect(), room(part))])
    .filter(([, box]) => box.right > box.left && box.bottom > box.top);
  for (const [at, [one, a]] of parts.entries()) {
    for (const [other, b] of parts.slice(at + 1)) {
      const [x, y] = over(a, b);
      if (x <= 1 || y <= 1 || one.contains(other) || other.contains(one) || isFan(one, other) || canPart(one, other)) continue;
      wrong.add(`${named(one)} and ${named(other)} overlap by ${x.toFixed(1)} by ${y.toFixed(1)}`);
    }
  }
  for (const part of all(HOLDERS)) {
    if (style(part).display === "inline" || part.matches(".card") || (scrolls(part) && !part.matches(still))) continue;
    const [x, y] = [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight];
    if (x > 1 || y > 2) wrong.add(`${named(part)} holds more than it has room for: ${x} by ${y}`);
  }

  // ---- what can be read: large enough, not cut, and not on other words

  // A text that ends in an ellipsis is not cut where a button beside it opens the whole.
  const isShortened = (element) => style(element).textOverflow === "ellipsis" && element.closest("li")?.querySelector(".more") != null;
  const lines = [];
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const element = text.parentElement;
    if (!text.textContent.trim() || !isSeen(element) || /SCRIPT|STYLE|OPTION/.test(element.tagName)) continue;
    const { fontSize } = style(element);
    if (parseFloat(fontSize) < LEAST_FONT - 0.01) wrong.add(`${named(element)} is set in ${fontSize}`);
    const canScroll = clipping(element).some(scrolls);
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const whole of range.getClientRects()) {
      const line = isShortened(element) ? new DOMRect(whole.x, whole.y, Math.min(whole.width, inner(element).right - whole.x), whole.height) : whole;
      if (line.width < 1) continue;
      for (const up of canScroll ? [] : [element, ...parents(element)].filter(hides)) {
        const area = inner(up);
        const air = Math.max(3, line.height * 0.15); // above and below the letters of a line
        const isCut = line.left < area.left - 1.5 || line.right > area.right + 1.5 || line.top < area.top - air || line.bottom > area.bottom + air;
        if (isCut) wrong.add(`${named(element)} is cut by ${named(up)}`);
      }
      if (isFelt && !canScroll && isOut(line, room(element))) wrong.add(`${named(element)} is written outside the window`);
      if (!canScroll && (line.left < -1 || line.right > innerWidth + 1)) wrong.add(`${named(element)} is written beside the window`);
      lines.push([element, met(line, room(element))]);
    }
  }
  for (const [at, [one, a]] of lines.entries()) {
    for (const [other, b] of lines.slice(at + 1)) {
      const [x, y] = over(a, b);
      if (x > 1 && y > 4 && !one.contains(other) && !other.contains(one) && !canPart(one, other)) wrong.add(`the words of ${named(one)} and ${named(other)} lie on each other`);
    }
  }
  return [...wrong];
}
