/** So long after the last answer people are taken to be done: one screen asks several times in a row. */
const quietMilliseconds = 25;
/** So long a step of background work is put off at most: it goes on, slowly, also where somebody always asks. */
const mostMilliseconds = 1000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** What people ask of this process, as far as background work has to know: whether anything is under way. */
export class Traffic {
  #underWay = 0;
  /** How often a request began or ended, and how often by the time when it was last calm. */
  #changes = 0;
  #calmSince = 0;

  /** A request begins; what is answered is called when it ends. */
  begin(): () => void {
    this.#underWay += 1;
    this.#changes += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#underWay -= 1;
      this.#changes += 1;
    };
  }

  /** Waits until nobody has asked anything for a moment, or until it has waited long enough. */
  async quiet(): Promise<void> {
    for (let waited = 0; waited < mostMilliseconds && this.#calmSince !== this.#changes; waited += quietMilliseconds) {
      const before = this.#changes;
      await pause(quietMilliseconds);
      if (this.#underWay === 0 && this.#changes === before) this.#calmSince = before;
    }
  }
}
