import * as z from 'zod/mini';

/** No text of the database holds a NUL: notes are rid of theirs, everywhere else it is refused by the field's name. */
export const storable = z.refine<string>((value) => !value.includes('\u0000'), 'Not valid');
