import { expect, it } from 'vitest';
import { dropFailedStyles } from './pieces.ts';

it('U3: a style sheet that failed is not left in the page, where it would pass for one that is there', () => {
  dropFailedStyles();
  const [failed, fetched] = ['claim', 'codes'].map((name) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.dataset['name'] = name;
    document.head.append(link);
    return link;
  });
  failed!.dispatchEvent(new Event('error'));
  fetched!.dispatchEvent(new Event('load'));
  expect([...document.head.querySelectorAll('link')]).toEqual([fetched]);
  fetched!.remove();
});
