import { describe, expect, it } from 'vitest';
import { actOf, keyBindings, keyOf, focusOf } from './keyboard.ts';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });
const free = { typing: false, arrows: false, dialog: false };

describe('keys of the note screen', () => {
  it.each([
    ['j', 'next-code'],
    ['ArrowDown', 'next-code'],
    ['K', 'previous-code'],
    ['ArrowUp', 'previous-code'],
    ['a', 'approve'],
    ['r', 'reject'],
    ['x', 'tick'],
    ['/', 'add-code'],
    ['c', 'add-code'],
    ['e', 'edit'],
    ['n', 'next-note'],
    ['p', 'previous-note'],
  ])('%s asks for %s', (key, act) => {
    expect(actOf(press(key), free)).toBe(act);
  });

  it('undoes with Ctrl or Command, never with the bare letter', () => {
    expect(actOf(press('z', { ctrlKey: true }), free)).toBe('undo');
    expect(actOf(press('z', { metaKey: true }), free)).toBe('undo');
    expect(actOf(press('z'), free)).toBeNull();
  });

  it('U6: trains with Ctrl and Enter, never with Enter alone or while typing', () => {
    expect(actOf(press('Enter', { ctrlKey: true }), free)).toBe('train');
    expect(actOf(press('Enter', { metaKey: true }), free)).toBe('train');
    expect(actOf(press('Enter'), free)).toBeNull();
    expect(actOf(press('Enter', { ctrlKey: true }), { ...free, typing: true })).toBeNull();
  });

  it('a letter with Shift is another letter, with Caps Lock the same; other characters need Shift on some keyboards', () => {
    expect(actOf(press('C', { shiftKey: true }), free)).toBeNull();
    expect(actOf(press('C'), free)).toBe('add-code');
    expect(actOf(press('/', { shiftKey: true }), free)).toBe('add-code');
  });

  it('leaves letters with a modifier to the browser', () => {
    for (const key of ['a', 'c', 'r', 'n', 'p', 'f'])
      for (const modifier of ['ctrlKey', 'metaKey', 'altKey']) expect(actOf(press(key, { [modifier]: true }), free)).toBeNull();
  });

  it('does nothing while typing, composing or in a dialog', () => {
    expect(actOf(press('a'), { ...free, typing: true })).toBeNull();
    expect(actOf(press('z', { ctrlKey: true }), { ...free, typing: true })).toBeNull();
    expect(actOf(press('a'), { ...free, dialog: true })).toBeNull();
    expect(actOf(press('a', { isComposing: true }), free)).toBeNull();
  });

  it('leaves arrows to widgets that use them', () => {
    expect(actOf(press('ArrowDown'), { ...free, arrows: true })).toBeNull();
    expect(actOf(press('j'), { ...free, arrows: true })).toBe('next-code');
  });

  it('gives every act one binding and no key twice', () => {
    const keys = keyBindings.flatMap((binding) => binding.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyOf('approve')).toBe('A');
  });
});

describe('where the focus is', () => {
  it('takes text fields as typing, ticks and radios not', () => {
    document.body.innerHTML =
      '<input id="t"><input id="c" type="checkbox"><input id="r" type="radio"><textarea id="a"></textarea><p id="p"></p>';
    const at = (id: string) => focusOf(document.getElementById(id), document);
    expect(at('t').typing).toBe(true);
    expect(at('a').typing).toBe(true);
    expect(at('c')).toEqual(free);
    expect(at('r')).toEqual({ typing: false, arrows: true, dialog: false });
    expect(at('p')).toEqual(free);
    document.body.innerHTML = '<div role="dialog"></div>';
    expect(focusOf(document.body, document).dialog).toBe(true);
  });
});
