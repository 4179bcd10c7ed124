import { useSyncExternalStore } from 'react';
import { Button } from '@mantine/core';
import { onConsentChange, readConsent, storeConsent } from '../../lib/consent.ts';
import classes from './consent-banner.module.css';

/** Asks once for consent to page-view counting; nothing is counted and no cookie is set before Accept. */
export function ConsentBanner() {
  const consent = useSyncExternalStore(onConsentChange, readConsent, () => 'unknown' as const);
  if (consent === 'accepted' || consent === 'declined') return null;
  return (
    <section className={classes.banner} data-unknown={consent === 'unknown' || undefined} aria-label="Cookie consent">
      <p>This website uses cookies to enhance the user experience.</p>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={() => storeConsent('declined')}>
          Decline
        </Button>
        <Button size="xs" onClick={() => storeConsent('accepted')}>
          Accept
        </Button>
      </div>
    </section>
  );
}
