import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from './app-error.ts';
import { problemOf } from './problems.ts';

/** An address that cannot be decoded is nobody's: it goes the way of every unknown one, with the headers and words of all answers. */
export function decodableUrl(request: { readonly url?: string | undefined }): string {
  const url = request.url ?? '/';
  const path = url.split(/[?#]/, 1)[0]!;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return '/api/undecodable';
  }
}

const statuses: Readonly<Record<string, 408 | 431>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** The answer to what is no HTTP request at all: a problem like every other, and the connection ends. */
export function refuseConnection(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const status = statuses[error.code ?? ''] ?? 400;
    const id = randomUUID();
    const body = JSON.stringify({ ...problemOf(new AppError('unparsable'), id), status });
    socket.write(
      [
        `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
        `content-length: ${String(Buffer.byteLength(body))}`,
        'content-type: application/problem+json; charset=utf-8',
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        `x-request-id: ${id}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  }
  socket.destroy(error);
}
