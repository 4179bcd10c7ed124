import type { Endpoint, ResponseOf } from '@incisive/contract/endpoint';
import { ApiError } from './api-error.ts';
import { announcing } from './call.ts';
import { refreshSession, refreshWhenDue } from './refresh.ts';
import { accessToken, clearSession, refreshToken } from '../session/session.ts';

export interface UploadOptions {
  readonly file: File;
  /** Sent before the file, so that the server knows them while it streams. */
  readonly fields?: Record<string, string>;
  /** One key per file and content: a retry of the same file makes no second note. */
  readonly idempotencyKey?: string;
  /** Share sent so far, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** XMLHttpRequest, since fetch tells nothing about how much was sent. */
function put(endpoint: Endpoint, options: UploadOptions, token: string | null): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
  form.append('file', options.file, options.file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpoint.path);
    request.setRequestHeader('accept', 'application/json');
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (options.idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', options.idempotencyKey);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(ApiError.offline()));
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped.', 'AbortError')));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/**
 * Sends one file to an upload endpoint, with progress, and one refresh and retry on 401.
 * @throws ApiError with the file's error code (`file-no-text`, `too-large`, ...)
 */
export const upload = <E extends Endpoint>(endpoint: E, options: UploadOptions): Promise<ResponseOf<E>> =>
  announcing(endpoint, undefined, () => sendFile(endpoint, options));

async function sendFile<E extends Endpoint>(endpoint: E, options: UploadOptions): Promise<ResponseOf<E>> {
  const token = accessToken();
  let answer = await put(endpoint, options, token);
  const refused = answer.status === 401 && ApiError.fromAnswer(401, answer.text).code === 'unauthenticated';
  if (refused && refreshToken() !== null && (await refreshSession(token))) answer = await put(endpoint, options, accessToken());
  if (answer.status < 200 || answer.status >= 300) {
    const error = ApiError.fromAnswer(answer.status, answer.text);
    if (error.code === 'unauthenticated' && accessToken() !== null) clearSession('expired');
    throw error;
  }
  refreshWhenDue();
  return JSON.parse(answer.text) as ResponseOf<E>;
}
