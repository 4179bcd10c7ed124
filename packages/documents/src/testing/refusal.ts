import { DocumentError } from '../errors.ts';

/** The code with which a reading is refused, or the text that came out: for `expect(...)`. */
export async function codeOf(reading: Promise<unknown>): Promise<unknown> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DocumentError) return error.code;
    throw error;
  }
}
