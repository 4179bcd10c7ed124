/** A word as a string of its own. One that is cut out of a text holds the whole text in memory for as long as it is kept itself. */
export const keptWord = (word: string): string => word.split('').join('');
