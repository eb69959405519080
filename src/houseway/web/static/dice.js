// Three dice from the cup, where a table's number is drawn so.

import { $, h, remade } from "./dom.js";

export class Dice {
  constructor(desk) {
    this.desk = desk;
    this.rolled = ["", "", ""];
    this.element = h("div", { class: "dice" });
    $("display").before(this.element);
  }

  prepares(step) {
    return step.is === "DrawNumber" && this.desk.view.terms.number_by === "dice" && !this.desk.view.current.rotation_sealed;
  }

  fields() {
    const dice = this.rolled.map(Number);
    return dice.every((die) => Number.isInteger(die) && die >= 1 && die <= 6) ? { dice } : null;
  }

  draw(desk) {
    const isRolling = Boolean(desk.step && this.prepares(desk.step));
    this.element.hidden = !isRolling;
    if (!isRolling) this.rolled = ["", "", ""];
    remade(this.element, [isRolling], () =>
      isRolling
        ? this.rolled.map((_, at) =>
            h("label", {}, `Die ${at + 1} `, h("input", { inputmode: "numeric", maxlength: 1, pattern: "[1-6]", autocomplete: "off", oninput: (event) => ((this.rolled[at] = event.target.value), this.desk.draw()) })),
          )
        : [],
    );
  }
}
