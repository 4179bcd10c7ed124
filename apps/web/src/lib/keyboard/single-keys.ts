import { rememberedChoice } from '../remembered-choice.ts';

/** Whether single characters act as keys in this browser; on unless somebody has switched them off. */
const choice = rememberedChoice('singleKeys', true);
export const { get: singleKeysAct, set: setSingleKeys, use: useSingleKeys } = choice;

/** A key press that is a character alone (WCAG 2.1.4): speech input and slips of the hand make these. */
export const isSingleKey = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  press.key.length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
