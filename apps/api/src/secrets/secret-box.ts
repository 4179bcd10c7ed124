import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * What must lie in the database unreadable without the installation's secret: AES-256-GCM for what is needed again (mail that waits,
 * authenticator secrets), HMAC-SHA-256 for what is only compared (mailed codes, too short for a bare hash).
 */
export class SecretBox {
  readonly #sealing: Buffer;
  readonly #digesting: Buffer;

  constructor(secret: string) {
    this.#sealing = Buffer.from(hkdfSync('sha256', secret, 'incisive', 'seal', 32));
    this.#digesting = Buffer.from(hkdfSync('sha256', secret, 'incisive', 'digest', 32));
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** @throws when the bytes were changed or sealed under another secret. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, sealed.subarray(0, nonceBytes));
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  }

  digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#digesting).update(`${purpose} ${text}`).digest();
  }
}
