import type { Endpoint } from '@incisive/contract/endpoint';
import type { CallOptions } from './call.ts';
import { addressOf, send } from './call.ts';

/** The file name of a content-disposition header (RFC 6266, `filename*` first), or undefined. */
export function fileNameOf(disposition: string | null): string | undefined {
  if (disposition === null) return undefined;
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // A badly encoded name: the plain one below will do.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
}

/** Hands a blob to the browser as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser needs the address until it has begun to write.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Fetches an endpoint that answers a file and saves it.
 * @param name the name to save under; without it the one in content-disposition, else the endpoint's own.
 * @throws ApiError
 * @example await download(opNotes.downloadMany, { body: { op_notes: ids } });
 */
export async function download<E extends Endpoint>(endpoint: E, options: CallOptions<E>, name?: string): Promise<void> {
  const { params, query, body, signal } = options as { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal };
  const answer = await send(
    {
      url: addressOf(endpoint, params, query),
      method: endpoint.method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    },
    true,
  );
  const blob = await answer.blob();
  saveBlob(blob, name ?? fileNameOf(answer.headers.get('content-disposition')) ?? endpoint.file ?? 'download');
}
