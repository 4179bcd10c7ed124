import {
  type ErrorCode,
  type Problem,
  errorAdvice,
  errorStatus,
  errorTitles,
  problemTypePrefix,
} from '@incisive/contract/errors';
import { AppError } from './app-error.ts';

const postgresCodes: Readonly<Record<string, ErrorCode>> = {
  '23505': 'conflict',
  '23503': 'in-use',
  '23514': 'validation',
  '22P02': 'validation',
  '22007': 'validation',
  '22008': 'validation',
  '22009': 'validation',
  '22021': 'validation',
  '40001': 'unavailable',
  '40P01': 'unavailable',
  '55P03': 'busy',
  '57014': 'busy',
  '53300': 'busy',
  '53100': 'storage-full',
  P0002: 'not-found',
};
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  // Not yet, or no longer, the primary.
  '25006',
  '58000',
]);
/** Of the connection, also as a pooler tells of the server behind it. */
const connectionClass = '08';
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unparsable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'unparsable',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unparsable',
  FST_REQ_FILE_TOO_LARGE: 'too-large',
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Turns whatever was thrown into the product's own error; what is unknown becomes `internal`, without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('too-large', { cause: error, detail: 'The request is too large. Send less, or split it.' });
  // The database's list of zones is not Node's.
  if (code === '22023' && error instanceof Error && error.message.startsWith('time zone'))
    return new AppError('validation', { cause: error, fields: [{ path: 'tz', message: 'Unknown time zone' }] });
  const known = fastifyCodes[code] ?? postgresCodes[code];
  if (known) return new AppError(known, { cause: error, ...(errorStatus[known] === 503 ? { retryAfterSeconds: 2 } : {}) });
  const words = error instanceof Error ? error.message : '';
  if (
    connectionCodes.has(code) ||
    code.startsWith(connectionClass) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(words)
  ) {
    return new AppError('unavailable', { cause: error, retryAfterSeconds: 2 });
  }
  if (error instanceof SyntaxError || (error instanceof Error && 'statusCode' in error && error.statusCode === 400))
    return new AppError('unparsable', { cause: error });
  return new AppError('internal', { cause: error });
}

const undoneCodes = new Set(['40001', '40P01']);

/** Whether the database undid the whole transaction because of others that ran beside it: the same again may succeed. */
export const isUndoneByOthers = (error: unknown): boolean =>
  undoneCodes.has(codeOf(error instanceof AppError ? error.cause : error));

/** Whether it is the database that is away, overloaded or full: that passes by itself. */
export function isDatabaseTrouble(error: unknown): boolean {
  const { status, cause } = toAppError(error);
  return cause !== undefined && (status === 503 || status === 507);
}

/** The RFC 9457 body of an error. */
export function problemOf(error: AppError, requestId: string): Problem {
  const own = error.status < 500 && error.message !== errorTitles[error.code];
  return {
    type: `${problemTypePrefix}${error.code}`,
    title: errorTitles[error.code],
    status: error.status,
    detail: own ? error.message : errorAdvice[error.code],
    ...(own ? {} : { general: true }),
    ...(error.fields.length > 0 ? { errors: [...error.fields] } : {}),
    ...(error.current === undefined ? {} : { current: error.current }),
    request_id: requestId,
  };
}
