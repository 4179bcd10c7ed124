// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]|\p{Surrogate}/gu;
const MAX_NAME_BYTES = 255;

/**
 * A file name as a person would see it: the last part of the path, percent signs decoded, without control characters,
 * bidi controls and lone surrogates, at most 255 bytes of UTF-8 (the extension kept). For showing and storing, not for a disk.
 *
 * @example cleanFilename('../../x/op\u202Enote.pdf') // 'opnote.pdf'
 */
export function cleanFilename(name: string): string {
  const decoded = decodePercent(name).replace(UNPRINTABLE, '');
  const base = (decoded.split(/[/\\]/).at(-1) ?? '').trim();
  return base === '' || base === '.' || base === '..' ? 'file' : shorten(base);
}

/** The extension in lower case without its dot, '' when there is none. */
export function extensionOf(name: string): string {
  const base = cleanFilename(name);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase();
}

function decodePercent(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function shorten(base: string): string {
  if (Buffer.byteLength(base) <= MAX_NAME_BYTES) return base;
  const dot = base.lastIndexOf('.');
  const end = dot > 0 && base.length - dot <= 12 ? base.slice(dot) : '';
  let stem = Buffer.from(base.slice(0, base.length - end.length))
    .subarray(0, MAX_NAME_BYTES - Buffer.byteLength(end))
    .toString('utf8');
  // The cut may have split a character.
  stem = stem.replace(/\uFFFD+$/, '');
  return stem + end;
}
