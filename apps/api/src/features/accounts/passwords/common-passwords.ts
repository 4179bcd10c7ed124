import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** What people at this product and in this trade choose, besides the 49,000 leaked passwords of the list. */
const own = ['incisive', 'opnote', 'opnotes', 'ednote', 'ednotes', 'surgery', 'surgeon', 'scalpel', 'anesthesia', 'medicare'];

const estimator = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { passwords: dictionary['passwords-common'], own } });

/** Fewer guesses than this, and a list of leaked passwords with the usual changes to each finds it. */
const leastGuesses = 1e8;
/** The time grows with the square of the length. So many characters say enough, and what follows only adds to them. */
const longestRead = 24;

/** Whether a password (already in lower case) is one that is guessed early: leaked, a walk over the keyboard, a repetition, a year. */
export const isCommonPassword = (folded: string): boolean => estimator.check(folded.slice(0, longestRead)).guesses < leastGuesses;
