// What the desk can be asked beside its figures: tables that meet targets, rules varied, a meter's life, and files.

import { AskedHere } from "./asking.js";
import { copyOf } from "./drafts.js";
import { h } from "./dom.js";
import { Rational } from "./rational.js";

const FILES = { toml: ["Letter file", "application/toml"], pdf: ["PDF", "application/pdf"], csv: ["CSV", "text/csv"], json: ["JSON", "application/json"] };

const percent = (text, places = 4) => Rational.of(text).percent(places);

function field(name, label, more = {}, hint = "") {
  return h("label", {}, h("span", {}, label, hint && h("small", {}, ` ${hint}`)), h("input", { name, autocomplete: "off", spellcheck: "false", maxlength: 60, ...more }));
}

// A table of what was found; cells may be elements.
function sheet(label, heads, rows) {
  return h(
    "table",
    { class: "stack", role: "table", "aria-label": label },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads.map((head) => h("th", { scope: "col", role: "columnheader" }, head)))),
    h("tbody", { role: "rowgroup" }, rows.map(([first, ...others]) => h("tr", { role: "row" }, h("th", { scope: "row", role: "rowheader" }, first), others.map((cell, at) => h("td", { role: "cell", "data-label": heads[at + 1] }, h("span", {}, cell)))))),
  );
}

function form(fields, button, submit) {
  return h("form", { class: "fields", onsubmit: (event) => (event.preventDefault(), submit(new FormData(event.target))) }, fields, h("button", { class: "primary" }, button));
}

// A question that a draft which cannot be read keeps from being asked.
function asks(place, build, show) {
  let body;
  try {
    body = build();
  } catch (error) {
    place.element.replaceChildren(place.status, h("p", { class: "fault", role: "alert" }, error.message));
    return;
  }
  place.ask(body, show);
}

// ---- targets

export function targetsTool(section, { drafts, about, take }) {
  const place = new AskedHere("The search");
  const wanted = (data) => ({
    edge: data.get("edge"),
    hit: data.get("hit"),
    variance: data.get("variance"),
    top: Number(data.get("top")) || null,
    changes: Number(data.get("changes")) || null,
    whole: data.get("whole") === "on",
  });
  section.append(
    h("p", { class: "source" }, "Paytables like the chosen draft whose exact figures round to what you ask for. A fraction is meant exactly."),
    form(
      [
        field("edge", "House edge", { required: true, placeholder: "4.5%" }),
        field("hit", "Hit frequency", { placeholder: "any" }),
        field("variance", "Variance", { placeholder: "any" }),
        field("top", "Top pay", { inputmode: "numeric", pattern: "[0-9]*", placeholder: "any" }),
        field("changes", "Lines changed at most", { inputmode: "numeric", pattern: "[0-9]*", placeholder: "any" }),
        h("label", { class: "tick" }, h("input", { type: "checkbox", name: "whole" }), " any whole pays, not only the usual ones"),
      ],
      "Search",
      (data) => asks(place, () => about("design", { of: [drafts.draft], wanted: wanted(data) }), (found) => foundTables(found, drafts, take)),
    ),
    place.element,
  );
}

function foundTables(found, drafts, take) {
  const like = drafts.draft;
  const button = ({ pays }, number) => h("button", { type: "button", onclick: () => take({ ...copyOf(like, drafts.named(`${like.name} ${number}`)), pays: withLost(pays, like) }) }, "Take", h("span", { class: "sr" }, ` table ${number}`));
  return [
    h("p", { class: found.met ? null : "fault" }, found.unreachable ?? `Looked at: ${found.looked_at}.`),
    sheet(
      "Tables found",
      ["Table", "House edge", "Hit frequency", "Std. dev.", "Changed", "Pays", ""],
      found.tables.map((table, at) => [
        `${at + 1}${table.met ? "" : " ✗"}`,
        [percent(table.house_edge), h("code", {}, table.house_edge)],
        percent(table.hit_frequency, 2),
        Number(table.standard_deviation).toFixed(3),
        String(table.changed),
        Object.values(table.pays).map((pay) => pay.replace(/ (to|for) 1$/, "")).join(" / "),
        button(table, at + 1),
      ]),
    ),
  ];
}

// A line that a table found does not pay loses in it.
const withLost = (pays, like) => ({ ...Object.fromEntries(Object.keys(like.pays).map((line) => [line, "lose"])), ...pays });

// ---- rules

export function rulesTool(section, { desk, drafts, about }) {
  const place = new AskedHere("The variants");
  const lines = () => drafts.lines(null);
  const what = [
    desk.all_decks.length > 1 && ["decks", "1,6"],
    ["paytable", desk.tables.slice(0, 3).map(({ name }) => name).join(",")],
    desk.chooses && ["face-up", "0,1"],
    desk.progressive && ["seats", `1,${desk.seats}`],
    desk.progressive && ["seed", "5000,10000"],
    desk.progressive && ["increment", "21%,25%"],
    ...lines().map((line) => [line, "the pays, such as 3 to 1,push,lose"]),
    ...(desk.progressive ? Object.keys(desk.tables[0].envy).map((line) => [`envy ${line}`, "100,500"]) : []),
  ].filter(Boolean);
  const select = (name) => h("select", { name, "aria-label": name === "what" ? "What is varied" : "What else is varied" }, name === "what" ? null : h("option", { value: "" }, "nothing else"), what.map(([each]) => h("option", {}, each)));
  const hint = (event) => (event.currentTarget.querySelector("[name=values]").placeholder = what.find(([each]) => each === event.currentTarget.querySelector("[name=what]").value)?.[1] ?? "");
  const built = form(
    [
      h("label", {}, h("span", {}, "Vary"), select("what")),
      field("values", "Values, with commas", { required: true, placeholder: what[0][1], maxlength: 150 }),
      h("label", {}, h("span", {}, "and"), select("other")),
      field("more", "Its values", { maxlength: 150 }),
    ],
    "Compare",
    (data) => {
      const vary = [`${data.get("what")}=${data.get("values")}`, data.get("other") && `${data.get("other")}=${data.get("more")}`].filter(Boolean);
      asks(place, () => about("whatif", { vary }), comparedRows);
    },
  );
  built.addEventListener("change", hint);
  section.append(h("p", { class: "source" }, "Variants of the game side by side, each exact, with best play found anew. Drafts are paytables by their names."), built, place.element);
}

function comparedRows({ rows }) {
  const named = ({ variant }) => Object.entries(variant).map(([what, value]) => `${what} ${value}`).join(", ");
  return sheet(
    "Variants",
    ["Variant", "Wager", "House edge", "Hit frequency", "Std. dev."],
    rows.flatMap((row) => row.wagers.map((each) => [named(row), [each.wager, each.approved ? "" : " (unapproved)", each.play && h("small", {}, ` ${each.play}`)], [percent(each.house_edge), h("code", {}, each.house_edge)], percent(each.hit_frequency, 2), Number(each.standard_deviation).toFixed(3)])),
  );
}

// ---- a meter's life

export function lifeTool(section, { drafts, about }) {
  const place = new AskedHere("The meter’s life");
  section.append(
    h("p", { class: "source" }, "From seed to top award, for the chosen draft: what the award comes to, how long it takes, and what the house keeps."),
    h("p", {}, h("button", { type: "button", class: "primary", onclick: () => asks(place, () => about("life", { of: [drafts.draft] }), shownLives) }, "Draw it")),
    place.element,
  );
}

function shownLives({ lives }) {
  return lives.map(({ meter, facts, pictures }) => [
    meter && h("h3", {}, `The meter ${meter}`),
    h("div", { class: "charts lives" }, pictures.map(({ says, svg }) => picture(says, svg))),
    h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, h("b", {}, value))))),
  ]).flat(2);
}

function picture(says, text) {
  const drawn = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", says);
  return h("figure", {}, drawn);
}

// ---- files and the link

export function filesTool(section, { desk, drafts, about, take }) {
  const place = new AskedHere("The file");
  const save = (kind) => asks(place, () => about("file", { kind }), ({ content }) => (download(`${desk.game}-${desk.wager.toLowerCase().replaceAll(" ", "-")}.${kind}`, content, FILES[kind][1]), h("p", {}, `Saved as ${FILES[kind][0]}.`)));
  const copy = async (event) => {
    const button = event.currentTarget;
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    button.textContent = "Copied";
  };
  const open = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const text = await file.text();
    asks(place, () => about("letter", { of: [], text }), (answer) => {
      for (const draft of answer.drafts) take({ ...copyOf(desk.tables[0], drafts.named(draft.name)), ...draft, name: drafts.named(draft.name) });
      return h("p", {}, `${answer.drafts.length === 1 ? "One paytable is" : `${answer.drafts.length} paytables are`} on the desk.`);
    });
    event.target.value = "";
  };
  section.append(
    h("p", { class: "source" }, "All drafts with their exact figures. The letter file is read back by ", h("code", {}, "houseway verify"), " and ", h("code", {}, "houseway whatif"), ", and here. The address of this page holds the drafts too."),
    h("p", { class: "buttons" }, Object.entries(FILES).map(([kind, [name]]) => h("button", { type: "button", "data-kind": kind, onclick: () => save(kind) }, name)), h("button", { type: "button", id: "copy-link", onclick: copy }, "Copy the link")),
    h("p", {}, h("label", { class: "open" }, "Open a letter file ", h("input", { type: "file", accept: ".toml", id: "open-letter", onchange: open }))),
    place.element,
  );
}

function download(name, content, type) {
  const bytes = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
