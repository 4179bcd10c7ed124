import { analyticsIds, readConsent } from './consent.ts';
import { accessToken } from './session/session.ts';

/**
 * Reports one page view, after consent only.
 * @param pattern a route pattern such as `/opnotes/:id`, never an address with an id or a query in it.
 */
export function reportPageView(pattern: string): void {
  if (readConsent() !== 'accepted') return;
  const token = accessToken();
  fetch('/api/v1/analytics/page-views/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ path: pattern, ...analyticsIds() }),
    keepalive: true,
  }).catch(() => undefined);
}
