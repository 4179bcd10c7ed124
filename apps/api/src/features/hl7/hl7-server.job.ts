import { readFile } from 'node:fs/promises';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import path from 'node:path';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import { withSystem } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { certificateOf, certificateProblem } from './certificates.ts';
import { channelOfKey, saveCertificate } from './hl7-channels.store.ts';
import { framed, mllpFrames } from './mllp-frames.ts';
import { type Origin, answerMessage, mostMessageBytes } from './take-message.ts';

const limitsOf = {
  connections: 32,
  /** A frame that has begun and does not go on for so long is given up with its connection. */
  stillMilliseconds: 60_000,
  /** So many messages in a row that may not speak for a channel end the connection. */
  strangers: 5,
} as const;

/** The port for HL7 v2 over MLLP. Each connection's messages are taken one after the other, each acknowledged once it is stored. */
export class Hl7Server {
  readonly #deps: Deps;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  readonly #working = new Set<Promise<void>>();
  #closing = false;

  private constructor(deps: Deps, server: Server, tls: boolean) {
    this.#deps = deps;
    this.#server = server;
    server.maxConnections = limitsOf.connections;
    server.on('tlsClientError', () => deps.log.warn('an HL7 sender could not show its certificate'));
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
      const work = this.#serve(socket).finally(() => this.#working.delete(work));
      this.#working.add(work);
    });
  }

  /** Listens where the configuration says. @throws when a file of HL7_TLS_DIR cannot be read, or the port cannot be had */
  static async listen(deps: Deps): Promise<Hl7Server> {
    const { HL7_PORT, HL7_HOST, HL7_TLS_DIR: folder } = deps.config;
    const server = folder
      ? createTlsServer({
          cert: await readFile(path.join(folder, 'cert.pem')),
          key: await readFile(path.join(folder, 'key.pem')),
          ca: await readFile(path.join(folder, 'ca.pem')),
          requestCert: true,
          rejectUnauthorized: true,
          minVersion: 'TLSv1.2',
        })
      : createServer();
    const hl7 = new Hl7Server(deps, server, server instanceof TlsServer);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(HL7_PORT), HL7_HOST, resolve);
    });
    return hl7;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #serve(socket: Socket): Promise<void> {
    this.#connections.add(socket);
    socket.setKeepAlive(true, limitsOf.stillMilliseconds);
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    let strangers = 0;
    const shown = certificateOf(socket);
    const origin: Origin = {
      channelOf: (keyHash) =>
        withSystem(this.#deps.database, async (tx) => {
          const channel = await channelOfKey(tx, keyHash);
          if (channel && shown && certificateProblem(channel.certificate, shown) === null)
            await saveCertificate(tx, channel.id, shown);
          return channel;
        }),
      problemWith: ({ certificate }) => certificateProblem(certificate, shown),
    };
    try {
      const frames = mllpFrames(socket, mostMessageBytes, (inside) => socket.setTimeout(inside ? limitsOf.stillMilliseconds : 0));
      for await (const frame of frames) {
        if (this.#closing) break;
        this.#busy.add(socket);
        const { known, answer } = await answerMessage(this.#deps, frame, origin);
        if (answer !== null && socket.writable) socket.write(framed(answer));
        this.#busy.delete(socket);
        if (this.#closing) break;
        strangers = known ? 0 : strangers + 1;
        if (strangers === limitsOf.strangers) {
          this.#deps.log.warn('an HL7 connection was ended: its messages may not speak for a channel');
          break;
        }
      }
    } catch {
      // The sender went away: what was not acknowledged it sends again.
    } finally {
      socket.end();
      this.#connections.delete(socket);
    }
  }

  /** Takes no further message; those in hand are finished and acknowledged. */
  async close(): Promise<void> {
    this.#closing = true;
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#connections) if (!this.#busy.has(socket)) socket.destroy();
    await Promise.race([Promise.allSettled(this.#working), new Promise((resolve) => setTimeout(resolve, 5000).unref())]);
    for (const socket of this.#connections) socket.destroy();
    await closed;
  }
}
