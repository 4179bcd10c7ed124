import type { Stretch } from './forms.ts';

const TALK =
  /\b((?<!\b(high|low|average|standard|increased|elevated|at|to|not)[ -])risk|risks|alternatives?|options?|possibilit\w+|discuss\w*|explain\w*|counsel\w*|offered|informed (him|her|them) )\b/;
const DONE_TO =
  '(taken|brought|placed|inserted|introduced|advanced|prepped|performed|made|positioned|applied|injected|used|passed|obtained|removed|excised|incised|drained|sent|infiltrated|done|' +
  'joined|anastomosed|implanted|reimplanted|reattached|reconstructed|plated|nailed|pinned|decompressed|released|mobilized|exposed|evacuated|amputated|harvested|cannulated|' +
  'snared|clipped|clamped|ligated|tied|divided|stapled|sewn|sewed|sutured|opened|closed|resected|ablated|cauterized|stented|dilated|packed|repaired|fixed|deployed|biopsied|curetted|punctured|aspirated|irrigated|dissected)';
/** "Was removed", "we clamped the neck first". */
const DEED = new RegExp(`\\b(was|were) (\\w+ )?(given|${DONE_TO})\\b|\\b(i|we) (then |also |therefore )?${DONE_TO}\\b`);
const SENTENCE = /[^.;\n]+(\.\d[^.;\n]*)*[.;\n]?/g;

/** Sentences that say what was talked about, not what was done: "the risks include removal of the testicle". @param text in lower case */
export function talkIn(text: string, { start, end }: Stretch): Stretch[] {
  const talk: Stretch[] = [];
  for (const match of text.slice(start, end).matchAll(SENTENCE)) {
    if (!TALK.test(match[0]) || DEED.test(match[0])) continue;
    talk.push({ start: start + match.index, end: start + match.index + match[0].length });
  }
  return talk;
}
