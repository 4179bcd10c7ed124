export function drawShareImage(card: {
  readonly headline: string;
  readonly code: string;
  readonly before: string;
  readonly marked: string;
}): Promise<Uint8Array>;
