import type { Socket } from 'node:net';
import { framed, mllpFrames } from './mllp-frames.ts';

/** A sender that waits for each answer, as interface engines do. */
export class Sender {
  readonly socket: Socket;
  readonly #answers: AsyncGenerator<{ bytes: Buffer }>;
  constructor(socket: Socket) {
    this.socket = socket;
    this.#answers = mllpFrames(socket, 1_000_000);
  }
  async send(message: string | Buffer): Promise<string[]> {
    this.socket.write(
      typeof message === 'string' ? framed(message) : Buffer.concat([Buffer.of(0x0b), message, Buffer.of(0x1c, 0x0d)]),
    );
    return this.heard();
  }
  async heard(): Promise<string[]> {
    const { value, done } = await this.#answers.next();
    return done ? [] : value.bytes.toString('utf8').split('\r');
  }
  end(): void {
    this.socket.destroy();
  }
}

/** AA, AE, AR; none where nothing was answered. */
export const codeOf = (answer: readonly string[]): string =>
  answer.find((line) => line.startsWith('MSA'))?.split('|')[1] ?? 'none';
export const errorOf = (answer: readonly string[]): string => answer.find((line) => line.startsWith('ERR')) ?? '';
