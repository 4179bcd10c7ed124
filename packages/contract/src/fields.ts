import * as z from 'zod/mini';
import { isPrintable } from './characters.ts';
import { limits } from './limits.ts';
import { roles } from './roles.ts';
import { storable } from './storable.ts';

const required = 'Required';
const length = (value: string): number => Array.from(value).length;

/** Text between two lengths after trimming, with the product's messages. */
const boundedText = (min: number, max: number) =>
  z.string(required).check(
    // One spelling of what looks the same: composed letters, and one kind of blank.
    z.overwrite((value) =>
      value
        .normalize('NFC')
        .replace(/\p{Zs}/gu, ' ')
        .trim(),
    ),
    z.refine((value) => value.length > 0, { error: required, abort: true }),
    z.refine((value) => length(value) >= min, `Must be ${min} characters or more`),
    z.refine((value) => length(value) <= max, `Must be ${max} characters or less`),
  );

/** Any script's letters, and nothing that hides in a line or turns it round. */
export const allPrintable = z.refine<string>(
  isPrintable,
  'This has characters that cannot be seen. Type it in again instead of pasting it.',
);
/** Words of a person, over several lines if they like. */
export const boundedWords = (min: number, max: number) => boundedText(min, max).check(storable);
const nameText = (min: number, max: number) => boundedText(min, max).check(allPrintable);

export const personName = nameText(limits.nameMin, limits.nameMax);
export const tenantName = nameText(limits.nameMin, limits.nameMax);
export const freeText = nameText(1, limits.freeTextMax);
/** A new account's. ASCII alone: other scripts have letters that look like these. Older accounts may have others, so sign-in takes any. */
export const username = boundedText(limits.nameMin, limits.nameMax).check(
  z.regex(/^[\w.@+'-]+( [\w.@+'-]+)*$/, "Use letters from A to Z, digits, . _ - @ + ' and single spaces between them"),
);
export const email = z.string(required).check(
  z.trim(),
  z.refine((value) => value.length > 0, { error: required, abort: true }),
  z.maxLength(254, 'Invalid email address'),
  z.refine<string>(isPrintable, 'Invalid email address'),
  z.regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/, 'Invalid email address'),
);

/** +1 and 10 digits; blanks, dashes and brackets of the mask are dropped. */
export const phoneNumber = z.pipe(
  z.string(required).check(
    z.refine((value) => value.trim().length > 0, { error: required, abort: true }),
    z.refine((value) => /^\+1\d{10}$/.test(value.replace(/[\s().-]/g, '')), 'Invalid phone number'),
  ),
  z.transform((value: string) => value.replace(/[\s().-]/g, '')),
);

/** A new password: any characters, never trimmed. The server also refuses common ones and the username ('Too common'). */
export const newPassword = z.string(required).check(
  z.refine((value) => value.length > 0, { error: required, abort: true }),
  z.refine((value) => length(value) >= limits.passwordMin, `Must be ${limits.passwordMin} characters or more`),
  z.refine((value) => length(value) <= limits.passwordMax, `Must be ${limits.passwordMax} characters or less`),
);
export const givenPassword = z
  .string(required)
  .check(z.minLength(1, required), z.maxLength(1024, 'Must be 1024 characters or less'));

export const role = z.enum(roles, required);
/** `groups` is a list with the one role name; a form may send the bare name. */
export const groups = z.pipe(
  z.union([z.array(role).check(z.length(1, required)), role], required),
  z.transform((value: z.infer<typeof role> | z.infer<typeof role>[]) => (Array.isArray(value) ? value[0]! : value)),
);

export const id = z.uuid('Not a valid id');
export const timestamp = z.string();
export const idParams = z.object({ id });
export const noBody = z.optional(z.union([z.strictObject({}), z.null()]));

/** A bulk list of ids: 1 to 1,000, duplicates folded. */
export const bulk = <S extends z.ZodMiniType<string>>(item: S) =>
  z.pipe(
    z
      .array(item, 'Choose at least one')
      .check(
        z.minLength(1, 'Choose at least one'),
        z.maxLength(limits.bulkItems, `At most ${limits.bulkItems.toLocaleString('en-US')} at once`),
      ),
    z.transform((items: z.output<S>[]) => [...new Set(items)]),
  );

export const count = z.object({ count: z.number() });

/** A boolean, also as the words a form or query sends. */
export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])], 'Must be true or false'),
  z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
);
