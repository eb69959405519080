// What the desk can be asked beside its figures: tables that meet targets, rules varied and a meter's life.

import { AskedHere } from "./asking.js";
import { copyOf } from "./drafts.js";
import { h } from "./dom.js";
import { Rational } from "./rational.js";

const [FEW_TABLES, MORE_TABLES, MOST_TABLES] = [5, 15, 50]; // that a search shows at first, then more, and in all

const percent = (text, places = 4) => Rational.of(text).percent(places);

function field(name, label, more = {}, hint = "") {
  return h("label", {}, h("span", {}, label, hint && h("small", {}, ` ${hint}`)), h("input", { name, autocomplete: "off", spellcheck: "false", maxlength: 60, ...more }));
}

// What is wrong with a field stands below it, and goes when it is changed.
function refuse(input, says) {
  const told = h("small", { class: "fault", id: `${input.name}-fault`, role: "alert" }, says);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", told.id);
  input.after(told);
  input.focus();
  const clear = () => (told.remove(), input.removeAttribute("aria-invalid"), input.removeAttribute("aria-describedby"));
  for (const kind of ["input", "submit"]) input.form.addEventListener(kind, clear, { once: true, capture: true });
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
export function asks(place, build, show) {
  let body;
  try {
    body = build();
  } catch (error) {
    shows(place, h("p", { class: "fault", role: "alert" }, error.message));
    return;
  }
  place.ask(body, show);
}

// What came of it without a question.
export const shows = (place, element) => place.element.replaceChildren(place.status, element);

// ---- targets

export function targetsTool(section, { drafts, about, take }) {
  const place = new AskedHere("The search");
  const wanted = (data) => ({
    edge: data.get("edge"),
    tolerance: data.get("tolerance"),
    hit: data.get("hit"),
    variance: data.get("variance"),
    top: data.get("top").trim() || null,
    changes: Number(data.get("changes")) || null,
    whole: data.get("whole") === "on",
    strict: data.get("strict") === "on",
  });
  const search = (asked, most) => {
    const more = () => search(asked, Math.min(most + MORE_TABLES, MOST_TABLES));
    asks(place, () => about("design", { of: [drafts.draft], wanted: { ...asked, most } }), (found) => foundTables(found, drafts, take, found.tables.length === most && most < MOST_TABLES && more));
  };
  section.append(
    h("p", { class: "source" }, "Paytables like the chosen draft, the nearest to the edge that you ask for first. One meets it that rounds to it or, where you give a tolerance, is within that; a fraction is meant exactly. A range is met by all in it, and then the tables come first that a person would print: pays that fall, and round ones."),
    form(
      [
        field("edge", "House edge", { required: true, placeholder: "4.5%" }, "or 2.8%..3.2%"),
        field("tolerance", "Tolerance", { placeholder: "as the digits say" }, "such as 0.05%"),
        field("hit", "Hit frequency", { placeholder: "any" }, "such as 20% or 21%.."),
        field("variance", "Variance", { placeholder: "any" }),
        field("top", "Top pay", { pattern: "[0-9,. ]*", placeholder: "any" }, "such as 1000 or ..1000"),
        field("changes", "Lines changed at most", { inputmode: "numeric", pattern: "[0-9]*", placeholder: "any" }),
        h("label", { class: "tick" }, h("input", { type: "checkbox", name: "whole" }), " any whole pays, not only the usual ones"),
        h("label", { class: "tick" }, h("input", { type: "checkbox", name: "strict" }), " every line pays more than the next"),
      ],
      "Search",
      (data) => search(wanted(data), FEW_TABLES),
    ),
    place.element,
  );
}

// `more`: asks for more of them, where there may be any.
function foundTables(found, drafts, take, more) {
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
    more && h("p", {}, h("button", { type: "button", onclick: more }, "More tables")),
  ];
}

// A line that a table found does not pay loses in it.
const withLost = (pays, like) => ({ ...Object.fromEntries(Object.keys(like.pays).map((line) => [line, "lose"])), ...pays });

// ---- rules

export function rulesTool(section, { desk, drafts, about }) {
  const place = new AskedHere("The variants");
  const lines = () => drafts.lines(null);
  const what = [
    desk.variants.length && ["rules", ["own", ...desk.variants].slice(0, 4).join(",")],
    desk.all_decks.length > 1 && ["decks", "1,6"],
    ["paytable", desk.tables.slice(0, 3).map(({ name }) => name).join(",")],
    desk.chooses && ["face-up", "0,1"],
    desk.progressive && ["seats", `1,${desk.seats}`],
    desk.progressive && ["seed", "5000,10000"],
    desk.progressive && ["increment", "21%,25%"],
    ...lines().map((line) => [line, "3, 4, 5 or 3:2, push, lose"]),
    ...(desk.progressive ? Object.keys(desk.tables[0].envy).map((line) => [`envy ${line}`, "100,500"]) : []),
  ].filter(Boolean);
  const select = (name) => h("select", { name, "aria-label": name === "what" ? "What is varied" : "What else is varied" }, name === "what" ? null : h("option", { value: "" }, "nothing else"), what.map(([each]) => h("option", {}, each)));
  const hint = (event) => (event.currentTarget.querySelector("[name=values]").placeholder = what.find(([each]) => each === event.currentTarget.querySelector("[name=what]").value)?.[1] ?? "");
  // Values as the house reads them: those of a line may be spelt as in the drafts.
  const read = (what, text) => {
    const values = lines().includes(what) ? partedPays(text).map((each) => drafts.inFull(what, each).replaceAll(",", "")) : text.split(",").map((each) => each.trim());
    if (!values.every(Boolean)) throw new Error("Values, with a comma between two.");
    if (what === "decks" && !values.every((each) => desk.all_decks.includes(Number(each)))) throw new Error(`Decks: ${desk.all_decks.join(", ")}.`);
    if (what === "seats" && !values.every((each) => /^[1-9]\d?$/.test(each) && Number(each) <= desk.seats)) throw new Error(`Seats: 1 to ${desk.seats}.`);
    return values;
  };
  const built = form(
    [
      h("label", {}, h("span", {}, "Vary"), select("what")),
      field("values", "Values, with commas", { required: true, placeholder: what[0][1], maxlength: 150 }),
      h("label", {}, h("span", {}, "and"), select("other")),
      field("more", "Its values", { maxlength: 150 }),
    ],
    "Compare",
    (data) => {
      const vary = [];
      for (const [what, values] of [["what", "values"], ["other", "more"]]) {
        if (!data.get(what)) continue;
        try {
          vary.push(`${data.get(what)}=${read(data.get(what), data.get(values)).join(",")}`);
        } catch (error) {
          return refuse(built.elements[values], error.message);
        }
      }
      asks(place, () => about("whatif", { vary }), comparedRows);
    },
  );
  built.addEventListener("change", hint);
  section.append(h("p", { class: "source" }, "Variants of the game side by side, each exact, with best play found anew. Drafts are paytables by their names; rules are those of the variants in the house’s folder of games."), built, place.element);
}

// "3,4,5" are three pays, and "1,000 to 1" is one.
function partedPays(text) {
  if (/^[\d\s,.]*$/.test(text)) return text.split(",").map((each) => each.trim());
  return text.split(/,(?!\d{3}(?:\D|$))/).map((each) => each.trim());
}

function comparedRows({ rows }) {
  const named = ({ variant }) => Object.entries(variant).map(([what, value]) => (what === "rules" ? value : `${what} ${value}`)).join(", ");
  return sheet(
    "Variants",
    ["Variant", "Wager", "House edge", "Differs", "Hit frequency", "Std. dev."],
    rows.flatMap((row) => row.wagers.map((each) => [named(row), [each.wager, each.approved ? "" : " (unapproved)", each.play && h("small", {}, ` ${each.play}`)], [percent(each.house_edge), h("code", {}, each.house_edge)], percent(each.differs.house_edge), percent(each.hit_frequency, 2), Number(each.standard_deviation).toFixed(3)])),
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
