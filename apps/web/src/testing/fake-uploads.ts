import { vi } from 'vitest';

export interface SentFile {
  readonly url: string;
  readonly name: string;
  /** Its Idempotency-Key. */
  readonly key: string | undefined;
}

/** XMLHttpRequest as an upload sees it; `answer` decides by file name. */
export function stubUploads(answer: (name: string, fields: FormData) => { status: number; text: string }): SentFile[] {
  const sent: SentFile[] = [];
  class FakeUpload extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    #url = '';
    #headers: Record<string, string> = {};
    open(_method: string, url: string): void {
      this.#url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }
    abort(): void {}
    send(form: FormData): void {
      const { name } = form.get('file') as File;
      sent.push({ url: this.#url, name, key: this.#headers['idempotency-key'] });
      setTimeout(() => {
        const { status, text } = answer(name, form);
        Object.assign(this, { status, responseText: text });
        this.dispatchEvent(new Event('load'));
      }, 0);
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  return sent;
}

/** Chooses files in the drop zone of the screen, as its file dialog would. */
export function chooseFiles(...files: File[]): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('The screen has no file input.');
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
