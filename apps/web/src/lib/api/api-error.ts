import { codeOfProblem, errorTitles } from '@incisive/contract/errors';
import type { ErrorCode, Problem } from '@incisive/contract/errors';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

const unreachable = 'The server cannot be reached. Check your connection and try again.';

/**
 * The one error of the browser's HTTP client. `code` is the contract's error code, or `offline` when no answer came,
 * or `unknown` for an answer that is no problem+json. `message` is a sentence for the person.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'offline' | 'unknown';
  readonly fields: readonly FieldError[];
  /** The server's current item, which a stale save carries. */
  readonly current: unknown;
  readonly requestId: string | undefined;
  /** When the server asks to come again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    more: { problem?: Problem; cause?: unknown; retryAfter?: string | null } = {},
  ) {
    const { problem, cause, retryAfter } = more;
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.fields = problem?.errors ?? [];
    this.current = problem?.current;
    this.requestId = problem?.request_id;
    this.retryAfterSeconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  }

  /** No answer: the network failed or the server is down. */
  static offline(cause?: unknown): ApiError {
    return new ApiError(0, 'offline', unreachable, { cause });
  }

  /** From the status and text of an answer that is not a success, and its Retry-After. */
  static fromAnswer(status: number, text: string, retryAfter: string | null = null): ApiError {
    const problem = parseProblem(text);
    if (!problem)
      return new ApiError(status, 'unknown', status >= 500 ? errorTitles.internal : errorTitles.unparsable, { retryAfter });
    const code = codeOfProblem(problem);
    // The title is what a person reads; advice of every such error is for whoever reads the JSON.
    const nearer = code && problem.general ? undefined : problem.detail;
    const message = nearer ?? (code ? errorTitles[code] : problem.title);
    return new ApiError(status, code ?? 'unknown', message, { problem, retryAfter });
  }
}

function parseProblem(text: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'type' in value && 'title' in value ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the thing of an address is not there: no such id, or no id at all. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not-found' || error.status === 422);

/** What went wrong, in words, with what is wrong with single fields; foreign errors get the plain sentence. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? [error.message, ...error.fields.map(({ message }) => message)].join(' ') : errorTitles.internal;

/** The server's field messages as Mantine form errors, `{ email: 'Invalid email address' }`. */
export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.fields.map((field) => [field.path, field.message])) : {};

/** What is left of an error once the messages of these fields stand beside them; undefined when that was all of it. */
export function withoutFields(error: unknown, shown: readonly string[]): unknown {
  if (!(error instanceof ApiError)) return error;
  const fields = error.fields.filter(({ path }) => !shown.includes(path));
  if (fields.length === error.fields.length) return error;
  const { status, code, message, cause } = error;
  const problem = { type: '', title: message, status, errors: fields };
  return fields.length === 0 ? undefined : new ApiError(status, code, message, { problem, cause });
}
