import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedServer } from '../started-server.ts';
import type { Journey } from './journeys.ts';

/** People's visits to a server: what they asked, and what was not answered as it should be. */
export class Visits {
  requests = 0;
  /** How many times by what went wrong. */
  readonly wrong = new Map<string, number>();
  readonly #server: StartedServer;

  constructor(server: StartedServer) {
    this.#server = server;
  }

  /** One journey of a person who signs in for it and signs out again, as people do. What goes wrong is counted. */
  async make(name: string, journey: Journey, turn: number): Promise<void> {
    const token = await this.#server.signIn(name).catch(() => null);
    if (token === null) {
      this.count('POST', '/auth/login/', 'failed');
      await sleep(1000);
      return;
    }
    const ask = async (method: string, address: string, init: RequestInit): Promise<Response> => {
      this.requests += 1;
      const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
      const response = await fetch(this.#server.url + address, { ...init, method, headers });
      if (!response.ok) {
        this.count(method, address, response.status);
        await response.arrayBuffer();
        throw new Error(`${method} ${address} answered ${response.status}`);
      }
      return response;
    };
    await journey(
      {
        name,
        call: async (method, address, body) => readJson(await ask(method, address, json(body))),
        put: async (address, filename, bytes) => {
          const form = new FormData();
          form.append('file', new Blob([typeof bytes === 'string' ? bytes : Buffer.from(bytes)]), filename);
          return readJson(await ask('PUT', address, { body: form }));
        },
        fetchAll: async (method, address, body) => (await (await ask(method, address, json(body))).arrayBuffer()).byteLength,
        rest: () => sleep(100 + ((turn * 7919) % 400)),
      },
      turn,
    ).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.includes(' answered ')) this.count('journey', name, String(error));
    });
    await ask('POST', '/auth/logout/', {}).catch(() => undefined);
  }

  count(method: string, address: string, status: number | string): void {
    const place = address.replace(/\?.*/, '').replaceAll(/[0-9a-f-]{36}/g, ':id');
    const what = `${method} ${place} ${status}`;
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
  }
}

const json = (body: unknown): RequestInit =>
  body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };

async function readJson(response: Response): Promise<never> {
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as never;
}
