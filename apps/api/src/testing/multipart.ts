import { randomUUID } from 'node:crypto';

export interface Part {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly filename?: string;
  readonly type?: string;
}

/** A multipart/form-data body as a browser sends it, with the header that goes with it. */
export function multipart(parts: readonly Part[]): { body: Buffer; headers: { 'content-type': string } } {
  const boundary = `----test${randomUUID()}`;
  const chunks = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${
        filename === undefined ? '' : `Content-Type: ${type ?? 'application/octet-stream'}\r\n`
      }\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

export const fileParts = (filename: string, bytes: string | Uint8Array, fields: Record<string, string> = {}): Part[] => [
  ...Object.entries(fields).map(([name, value]) => ({ name, value })),
  { name: 'file', value: bytes, filename },
];
