/** The marks of a frame: vertical tab, file separator, carriage return. */
const START = 0x0b;
const END = 0x1c;
const RETURN = 0x0d;
const KEPT_OF_TOO_LONG = 4096;

/** One message between its marks; `whole` is false where it was longer than is taken, and only its beginning was kept. */
export interface Frame {
  readonly bytes: Buffer;
  readonly whole: boolean;
}

/**
 * The frames of the Minimal Lower Layer Protocol (HL7 v2, appendix C of the implementation guide): 0x0B, the message, 0x1C 0x0D. What
 * stands between frames is passed over; a frame that is cut off by the end is no frame.
 *
 * @param most bytes of a message; of a longer one the beginning is handed on
 * @param inside told when a frame begins and when it has ended, so that one that never ends can be given up
 */
export async function* mllpFrames(
  source: AsyncIterable<Buffer>,
  most: number,
  inside: (inside: boolean) => void = () => undefined,
): AsyncGenerator<Frame> {
  let kept: Buffer[] = [];
  let size = 0;
  let open = false;
  let ended = false;
  const keep = (piece: Buffer): void => {
    if (piece.length === 0) return;
    size += piece.length;
    if (size <= most) kept.push(piece);
    else if (size - piece.length <= most) kept = [Buffer.concat([...kept, piece]).subarray(0, KEPT_OF_TOO_LONG)];
  };
  for await (const chunk of source) {
    let at = 0;
    while (at < chunk.length) {
      if (!open) {
        const start = chunk.indexOf(START, at);
        if (start < 0) break;
        at = start + 1;
        [kept, size, open, ended] = [[], 0, true, false];
        inside(true);
      } else if (ended) {
        ended = false;
        if (chunk[at] === RETURN) {
          at += 1;
          open = false;
          inside(false);
          yield { bytes: lastOf(Buffer.concat(kept)), whole: size <= most };
          kept = [];
        } else keep(Buffer.of(END));
      } else {
        const end = chunk.indexOf(END, at);
        keep(Buffer.from(chunk.subarray(at, end < 0 ? chunk.length : end)));
        ended = end >= 0;
        at = end < 0 ? chunk.length : end + 1;
      }
    }
  }
}

/** A message that begins within another: the first was cut off, and the sender began anew. Its mark alone may stand in a text. */
function lastOf(bytes: Buffer): Buffer {
  const again = bytes.lastIndexOf(Buffer.concat([Buffer.of(START), Buffer.from('MSH')]));
  return again < 0 ? bytes : bytes.subarray(again + 1);
}

/** A message between its marks. */
export const framed = (message: string): Buffer =>
  Buffer.concat([Buffer.of(START), Buffer.from(message, 'utf8'), Buffer.of(END, RETURN)]);
