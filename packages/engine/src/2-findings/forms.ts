/** A range of a text, `end` exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

const UNTICKED = /\[ ?\]|\( \)|\u2610/g;
const NEXT_BOX = /\[ ?[x\u2713\u2714]? ?\]|\( ?x? ?\)|[\u2610-\u2612]|\n/g;

/** What stands after a box that nobody ticked, up to the next box or the end of the line, was not done. */
export function untickedIn(text: string): Stretch[] {
  return Array.from(text.matchAll(UNTICKED), (box) => {
    const start = box.index + box[0].length;
    NEXT_BOX.lastIndex = start;
    return { start, end: NEXT_BOX.exec(text)?.index ?? text.length };
  });
}

const ANSWERED_NO =
  /(?:^|[\n;.,])[ \t*\u2022-]*([a-z][a-z0-9 /()'&-]{2,50}?)(?::| -| =)[ \t]*(?:none|no|nil|n\/a|na|not applicable|not done|not performed|not taken|not placed|not used|not required|not needed|deferred|declined|denied|0)(?=[ \t]*(?:[.;,\n]|$))/g;

/** The box before "no" is the one that is ticked. */
const TICKED_NO =
  /(?:^|[\n;.,]|[ \t]{2})[ \t*\u2022-]*([a-z][a-z0-9 /()'&-]{2,50}?)[ \t]*:?[ \t]*(?:(?:\[ ?\]|\( \)|\u2610)[ \t]*[a-z]{1,12}[ \t]*){0,2}(?:\[ ?[x\u2713\u2714] ?\]|\( ?x ?\)|[\u2611\u2612])[ \t]*(?:none|no|n\/a|not (?:applicable|done|performed|taken|placed|used|required|needed)|deferred|declined)\b/g;

/** "Biopsy: none", "Stent - no", "Ablation: [ ] yes [x] no": a form's answer denies what it asks for. */
export function refusedIn(text: string): Stretch[][] {
  return [ANSWERED_NO, TICKED_NO].map((answered) =>
    Array.from(text.matchAll(answered), ({ 0: whole, 1: label = '', index }) => {
      const start = index + whole.indexOf(label);
      return { start, end: start + label.length };
    }),
  );
}
