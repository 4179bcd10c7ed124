/** Random tests draw from one seed, so that a run can be repeated and is the same everywhere; FUZZ_SEED tries another. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
