import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { NoteText } from './note-text.tsx';

afterEach(cleanup);

const text = 'Repair of the \u202Etfel\u202C rotator\u200B cuff.\n';
const at = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });

it('S13: U+202E stands visible in a note, in a box of its own; evidence behind it marks its own words', () => {
  const evidence = [{ code: '23412', ranges: [at('rotator\u200B cuff')] }];
  const { container } = render(
    <NoteText
      note={{ text, sections: [] }}
      evidence={evidence}
      settled={new Set()}
      current={null}
      onMark={vi.fn<(code: string) => void>()}
      hits={[at('Repair')]}
      currentHit={0}
    />,
  );
  const marks = [...container.querySelectorAll<HTMLElement>('[data-mark]')];
  expect(marks.map((mark) => [mark.dataset['mark'], mark.textContent])).toEqual([
    ['U+202E', '\u202E'],
    ['U+202C', '\u202C'],
    ['U+200B', '\u200B'],
  ]);
  expect(container.textContent).toBe(text);
  expect(container.querySelector('mark[data-codes]')?.textContent).toBe('rotator\u200B cuff');
  expect(screen.getByText('Repair').dataset['hit']).toBe('current');
});

it('two marks of one code within a line are told once in the margin; those of another code, or of a line of their own, each', () => {
  const note = 'Vitrectomy, right eye. Laser.\nVitrectomy was done.\n';
  const part = (words: string, from = 0) => ({
    start: note.indexOf(words, from),
    end: note.indexOf(words, from) + words.length,
  });
  const { container } = render(
    <NoteText
      note={{ text: note, sections: [] }}
      evidence={[
        { code: '67039', kind: 'words', ranges: [part('Vitrectomy'), part('right eye'), part('Vitrectomy', 20)] },
        { code: '67210', kind: 'words', ranges: [part('Laser')] },
      ]}
      settled={new Set()}
      current={null}
      onMark={vi.fn<(code: string) => void>()}
      hits={[]}
      currentHit={null}
    />,
  );
  const marks = [...container.querySelectorAll<HTMLElement>('mark[data-codes]')];
  expect(marks.map((mark) => [mark.textContent, mark.dataset['near'] === undefined])).toEqual([
    ['Vitrectomy', true],
    ['right eye', false],
    ['Laser', true],
    ['Vitrectomy', true],
  ]);
});
