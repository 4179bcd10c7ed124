/** The closed list of error codes and their HTTP status. A problem's `type` ends in one of these; clients switch on it. */
export const errorStatus = {
  unparsable: 400,
  unauthenticated: 401,
  'wrong-credentials': 401,
  'otp-required': 401,
  forbidden: 403,
  'agreement-required': 403,
  'password-change-required': 403,
  'otp-setup-required': 403,
  'account-inactive': 403,
  'sso-required': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'stale-version': 409,
  'acted-since': 409,
  'in-use': 409,
  claimed: 409,
  'same-note': 409,
  'request-in-progress': 409,
  'text-limit-reached': 409,
  stale: 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'misdirected-request': 421,
  validation: 422,
  'key-reused': 422,
  'unknown-code': 422,
  'file-unsupported-type': 422,
  'file-empty': 422,
  'file-no-text': 422,
  'file-password-protected': 422,
  'file-old-doc': 422,
  'file-broken': 422,
  'file-too-complex': 422,
  'file-timeout': 422,
  'file-text-too-long': 422,
  'rate-limited': 429,
  internal: 500,
  busy: 503,
  unavailable: 503,
  'storage-full': 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What a person reads when the server gives no better detail. */
export const errorTitles: Record<ErrorCode, string> = {
  unparsable: 'The request could not be read.',
  unauthenticated: 'Invalid token.',
  'wrong-credentials': 'Wrong username or password.',
  'otp-required': 'Enter the code from your authenticator app.',
  forbidden: 'Your role does not allow this.',
  'agreement-required': 'Accept the license agreement first.',
  'password-change-required': 'Change your password first.',
  'otp-setup-required': 'Your organization requires a second factor. Set it up first.',
  'account-inactive': 'This account is not active. Ask your administrator.',
  'sso-required': 'Your organization signs in with its own accounts, not with a password of Incisive.',
  'not-found': 'Not found.',
  'method-not-allowed': 'This address does not accept that method.',
  conflict: 'This conflicts with what is already there.',
  'stale-version': 'Someone else changed this since you opened it.',
  'acted-since': 'Someone has acted on this code since.',
  'in-use': 'This is still in use.',
  claimed: 'Somebody else has this case.',
  'same-note': 'This note was added before.',
  'request-in-progress': 'The same request is still being processed.',
  'text-limit-reached': 'Your organization has no room left for this text. Nothing was saved.',
  stale: 'Someone else changed this since you opened it.',
  'too-large': 'This is too large.',
  'unsupported-media-type': 'This kind of content is not accepted here.',
  'misdirected-request': 'This server answers over HTTPS only.',
  validation: 'Some fields need your attention.',
  'key-reused': 'This Idempotency-Key was used for another request.',
  'unknown-code': 'Some codes are not in the active catalog.',
  'file-unsupported-type': 'This type of file isn’t supported. Use .txt, .docx or .pdf.',
  'file-empty': 'The file is empty.',
  'file-no-text': 'No text was found: the file looks scanned. Upload a version with text, or type the note.',
  'file-password-protected': 'The file is password-protected. Save a copy without a password and upload that.',
  'file-old-doc': '.doc isn’t supported. Save as .docx.',
  'file-broken': 'The file is damaged and can’t be read. Save a new copy and upload that.',
  'file-too-complex': 'The file is too complex to be read safely. Save it as plain text and upload that.',
  'file-timeout': 'Reading the file took too long. Save it as plain text and upload that.',
  'file-text-too-long': 'The text is longer than 2,000,000 characters. Split it into several notes.',
  'rate-limited': 'Too many requests. Wait a moment and try again.',
  internal: 'Something went wrong. Please try again later.',
  busy: 'The server is busy. Try again in a moment.',
  unavailable: 'The server is unavailable. Try again in a moment.',
  'storage-full': 'The server is out of space. Nothing was saved; tell your administrator.',
};

/** What to do about it, where the server has nothing nearer to say: the `detail` of a problem, for whoever reads its JSON. */
export const errorAdvice: Record<ErrorCode, string> = {
  unparsable: 'Send a request in the form shown at /api/docs.',
  unauthenticated: 'Sign in, and send the access token as a bearer.',
  'wrong-credentials': 'Check both and try again, or reset the password.',
  'otp-required': 'Send the sign-in again with the code, or with a recovery code.',
  forbidden: 'Ask an administrator whether your role should allow it.',
  'agreement-required': 'Sign in to the app and accept it.',
  'password-change-required': 'Sign in to the app and change it.',
  'otp-setup-required': 'Sign in to the app and set it up.',
  'account-inactive': 'Ask your administrator to activate it.',
  'sso-required': 'Sign in at the address of your clinic.',
  'not-found': 'Check the address. It may have been deleted or belong to another tenant.',
  'method-not-allowed': 'Use one of the methods in the Allow header.',
  conflict: 'Read it again, then decide.',
  'stale-version': 'Read it again and make your change there.',
  'acted-since': 'Read the codes again, then decide.',
  'in-use': 'Remove what uses it first.',
  claimed: 'Wait until it is free, take another one, or ask a lead to take it over.',
  'same-note': 'Open the note that is there, or send it as another one.',
  'request-in-progress': 'Wait a moment and send the same request again.',
  'text-limit-reached': 'Ask whoever runs Incisive for more room.',
  stale: 'Read it again and make your change there.',
  'too-large': 'At most 5.12 MB are taken. Send less, or split it.',
  'unsupported-media-type': 'Send JSON, or the type shown at /api/docs.',
  'misdirected-request': 'Use the https address.',
  validation: 'Correct the fields listed in errors.',
  'key-reused': 'Use another key for another request.',
  'unknown-code': 'Use codes from the active catalog, or have them added.',
  'file-unsupported-type': 'Save it as .txt, .docx or .pdf and upload that.',
  'file-empty': 'Choose a file that has text.',
  'file-no-text': 'Upload a version with text, or type the note.',
  'file-password-protected': 'Save a copy without a password and upload that.',
  'file-old-doc': 'Open it in Word, save it as .docx and upload that.',
  'file-broken': 'Save a new copy and upload that.',
  'file-too-complex': 'Save it as plain text and upload that.',
  'file-timeout': 'Save it as plain text and upload that.',
  'file-text-too-long': 'Split it into several notes.',
  'rate-limited': 'Wait the number of seconds in Retry-After.',
  internal: 'Try again later. If it keeps happening, give your administrator the request_id.',
  busy: 'Wait the number of seconds in Retry-After and try again.',
  unavailable: 'Wait the number of seconds in Retry-After and try again.',
  'storage-full': 'Tell your administrator that the disk is full.',
};

export const problemTypePrefix = 'urn:incisive:error:';

/** What an error answers (RFC 9457); its schema is `problemSchema`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  readonly general?: boolean | undefined;
  readonly errors?: readonly { readonly path: string; readonly message: string }[] | undefined;
  readonly request_id?: string | undefined;
  readonly current?: unknown;
}

/** The error code of a problem, or undefined for a foreign one. */
export const codeOfProblem = (problem: Pick<Problem, 'type'>): ErrorCode | undefined => {
  const code = problem.type.startsWith(problemTypePrefix) ? problem.type.slice(problemTypePrefix.length) : '';
  return Object.hasOwn(errorTitles, code) ? (code as ErrorCode) : undefined;
};
