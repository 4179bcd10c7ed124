/** Paste a note and see what the engine says: no account, nothing stored. The script fills in the answer. */
export function TryNote() {
  return (
    <section className="wrap try" id="try" aria-labelledby="try-title">
      <div className="intro">
        <h2 id="try-title">Try it with a note.</h2>
        <p>Paste a de-identified operative note. It is read on this server, in memory, and nothing of it is kept.</p>
      </div>
      <form className="note-card try-card needs-script" data-try="">
        <div className="try-text">
          <label htmlFor="try-text" className="note-heading">
            Operative note
          </label>
          <textarea
            id="try-text"
            name="text"
            rows={9}
            maxLength={20_000}
            spellCheck={false}
            aria-describedby="try-hint"
            placeholder="PROCEDURE PERFORMED: …"
          />
          <div className="try-read" data-try-read="" tabIndex={-1} hidden />
          <p className="try-actions">
            <button type="submit" className="button">
              Read this note
            </button>
            <button type="button" className="quiet-link" data-try-example="">
              Use an example
            </button>
            <button type="button" className="quiet-link" data-try-again="" hidden>
              Change the note
            </button>
          </p>
          <p id="try-hint" className="form-note">
            Up to 20,000 characters. Leave out patient names, dates of birth and record numbers.
          </p>
        </div>
        <div className="note-codes try-codes" data-try-codes="" aria-live="polite">
          <p className="try-empty">The codes appear here, each with the words that led to it, and with what it does not know.</p>
        </div>
      </form>
      <noscript>
        <p>Trying a note needs JavaScript.</p>
      </noscript>
    </section>
  );
}
