import { type ErrorCode, errorStatus, errorTitles } from '@incisive/contract/errors';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The one error class that services throw: a code of the contract, with words for the person who caused it. Never note text or tokens. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldError[];
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fields?: readonly FieldError[];
      cause?: unknown;
      current?: unknown;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(options.detail ?? errorTitles[code], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errorStatus[code];
    this.fields = options.fields ?? [];
    this.current = options.current;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A refusal of one field, with the message that stands beside it. */
export const fieldError = (path: string, message: string): AppError =>
  new AppError('validation', { fields: [{ path, message }] });
