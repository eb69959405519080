// The seals of the shuffles, as this page saw them before the cards were dealt. A reload does not forget them: they
// are public, and kept for the life of the tab.

export class Seals {
  constructor(table) {
    this.table = table;
  }

  see(view) {
    const { round, commitment, dealt } = view.current;
    if (commitment && !dealt.length) sessionStorage.setItem(this.#name(round), commitment);
  }

  of(round) {
    return sessionStorage.getItem(this.#name(round)) ?? "";
  }

  #name(round) {
    return `seal of table ${this.table}, round ${round}`;
  }
}
