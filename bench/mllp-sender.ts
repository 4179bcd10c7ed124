import { connect, type Socket } from 'node:net';

/** A record system that sends documents over MLLP, one after the other, and sends again what was not acknowledged. */
export class MllpSender {
  readonly #port: number;
  readonly #key: string;
  readonly #more: string;
  #serial = 0;
  /** Documents whose message was acknowledged with AA, by number. */
  readonly acknowledged = new Set<number>();
  /** Sent and not answered. */
  pending: number | null = null;

  constructor(port: number, key: string, more = '') {
    this.#port = port;
    this.#key = key;
    this.#more = more;
  }

  /** Words that stand in the note of a document and nowhere else. */
  static wordsOf(number: number): string {
    return `mllpdocument${number}x`;
  }

  #message(number: number): string {
    return [
      String.raw`MSH|^~\&|EHR|HOSPITAL|INCISIVE|` + `${this.#key}|20261120101500||MDM^T02^MDM_T02|control-${number}|P|2.5.1`,
      `TXA|1|OP|TX|20261120||||||||document-${number}^EHR`,
      `OBX|1|TX|||PROCEDURE PERFORMED: Laparoscopic cholecystectomy. ${MllpSender.wordsOf(number)}${this.#more}`,
    ].join('\r');
  }

  /** Sends until it is stopped or the connection ends; begins with what was not answered before. @throws Error on any answer but AA */
  async send(stopped: () => boolean): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1');
    try {
      while (!stopped()) {
        this.pending ??= this.#serial += 1;
        const answer = await exchange(socket, this.#message(this.pending));
        if (answer === null) return;
        if (!answer.includes('MSA|AA|')) throw new Error(`HL7 answered ${answer.slice(0, 300)}`);
        this.acknowledged.add(this.pending);
        this.pending = null;
      }
    } finally {
      socket.destroy();
    }
  }
}

/** One message and its answer; null when the connection ended before it came. */
function exchange(socket: Socket, message: string): Promise<string | null> {
  return new Promise((resolve) => {
    let heard = '';
    const settle = (answer: string | null): void => {
      for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event);
      socket.on('error', () => undefined);
      resolve(answer);
    };
    socket.on('data', (part: Buffer) => {
      heard += part.toString();
      if (heard.includes('\u001C\r')) settle(heard);
    });
    socket.on('error', () => settle(null));
    socket.on('close', () => settle(null));
    socket.write(`\u000B${message}\u001C\r`);
  });
}
