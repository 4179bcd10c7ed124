import { useRef, useSyncExternalStore } from 'react';
import { Button } from '@mantine/core';
import { onConsentChange, readConsent, storeConsent } from '../../lib/consent.ts';
import classes from './consent-banner.module.css';
import { focusHeading } from './focus-heading.ts';

/** Asks once for consent to page-view counting; nothing is counted and no cookie is set before Accept. */
export function ConsentBanner() {
  const consent = useSyncExternalStore(onConsentChange, readConsent, () => 'unknown' as const);
  const banner = useRef<HTMLElement>(null);
  /** What had the focus before the banner took it. */
  const before = useRef<Element | null>(null);
  if (consent === 'accepted' || consent === 'declined') return null;
  const remember = (element: Element | null): void => {
    if (!banner.current?.contains(element)) before.current = element;
  };
  const answer = (given: 'accepted' | 'declined'): void => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    const { activeElement } = document;
    if (activeElement === document.body || banner.current?.contains(activeElement)) focusHeading();
    storeConsent(given);
  };
  const handlers = {
    onFocus: ({ relatedTarget }: React.FocusEvent) => remember(relatedTarget),
    // Not every browser gives a pressed button the focus; all take it from the field.
    onPointerDown: () => remember(document.activeElement),
  };
  return (
    <section
      ref={banner}
      className={classes.banner}
      data-unknown={consent === 'unknown' || undefined}
      aria-label="Cookie consent"
    >
      <p>This website uses cookies to enhance the user experience.</p>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" {...handlers} onClick={() => answer('declined')}>
          Decline
        </Button>
        <Button size="xs" {...handlers} onClick={() => answer('accepted')}>
          Accept
        </Button>
      </div>
    </section>
  );
}
