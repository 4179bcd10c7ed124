import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
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

/** HTTP/1.1 asks for one Host and no more: who reads another one than the proxy in front of it can be led astray. */
export async function refuseUnclearHost(request: Pick<FastifyRequest, 'raw'>): Promise<void> {
  const { rawHeaders, httpVersion } = request.raw;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) throw new AppError('unparsable');
}
