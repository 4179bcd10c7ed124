import { expect, it, vi } from 'vitest';
import { browserSettings } from '../testing/happy-dom.ts';
import { piece, watchStyles } from './pieces.ts';

const sheets = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'));

it('U3: a piece whose style sheet failed is asked for again with its sheet, and comes after it', async () => {
  watchStyles();
  const fetchClaim = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('Unable to preload CSS'));
  fetchClaim.mockResolvedValue('Claim');
  const claim = piece(fetchClaim);
  const href = 'http://localhost:3000/assets/claim.css';
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  await expect(claim.load()).rejects.toThrow('Unable to preload CSS');

  await expect(claim.load()).rejects.toBeDefined();
  expect(fetchClaim).toHaveBeenCalledTimes(1);

  // The tests' browser fetches no sheet: it told an error of each, and once the line is back tells that each is there.
  browserSettings().handleDisabledFileLoadingAsSuccess = true;
  expect(await claim.load()).toBe('Claim');
  expect(sheets()).toEqual([href, href, href]);

  // A sheet that is there is not asked for again.
  const chart = piece(vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('Chart'));
  await expect(chart.load()).rejects.toThrow('offline');
  expect(await chart.load()).toBe('Chart');
  expect(sheets()).toHaveLength(3);
});
