/** Asks for consent; shown by the script, because without script nothing is counted and no cookie is set. */
export function Consent() {
  return (
    <section className="consent" aria-label="Cookie consent" data-consent="" hidden>
      <p>This website uses cookies to enhance the user experience.</p>
      <div>
        <button type="button" className="button button-quiet" data-answer="declined">
          Decline
        </button>
        <button type="button" className="button" data-answer="accepted">
          Accept
        </button>
      </div>
    </section>
  );
}
