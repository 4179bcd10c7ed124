import { beforeEach, expect, test, vi } from 'vitest';
import { askConsentAgain, readConsent, storeConsent } from './consent.ts';
import { reportPageView } from './page-views.ts';
import { patternOf } from './route-pattern.ts';

let sent: { path: string; vid: string; sid: string }[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string) as (typeof sent)[number]);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});

test('nothing is counted and no cookie set before Accept; Decline afterwards removes both', () => {
  expect(readConsent()).toBe('unasked');
  reportPageView('/opnotes');
  expect(sent).toEqual([]);
  expect(document.cookie).not.toContain('inc_');
  storeConsent('accepted');
  reportPageView('/opnotes/:id');
  expect(sent[0]?.path).toBe('/opnotes/:id');
  expect(document.cookie).toContain(`inc_vid=${sent[0]?.vid}`);
  expect(document.cookie).toContain(`inc_sid=${sent[0]?.sid}`);
  askConsentAgain();
  expect(readConsent()).toBe('unasked');
  expect(document.cookie).not.toContain('inc_');
});

test('Global Privacy Control is a decline, whatever was stored', () => {
  storeConsent('accepted');
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect(readConsent()).toBe('declined');
});

test('only patterns leave the browser, never an id', () => {
  expect(patternOf([{ fullPath: '/' }, { fullPath: '/opnotes/$id' }])).toBe('/opnotes/:id');
  expect(patternOf([{ fullPath: '/opnotes/' }])).toBe('/opnotes');
  expect(patternOf([{ fullPath: '/$' }])).toBe('/not-found');
});
