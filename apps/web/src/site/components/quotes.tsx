import { quotes } from '../content/company.ts';

/** Quotes one at a time: 10 s each, 500 ms to change, with a pause button; at rest for readers who prefer less motion. */
export function Quotes() {
  return (
    <section className="quotes" aria-roledescription="carousel" aria-label="What physicians say" data-slider="">
      <div className="wrap">
        <div className="slides" data-slides="">
          {quotes.map((quote, index) => (
            <figure
              key={quote.by}
              className={index === 0 ? 'slide slide-shown' : 'slide'}
              aria-roledescription="slide"
              aria-label={`${String(index + 1)} of ${String(quotes.length)}`}
              data-slide=""
            >
              <blockquote>“{quote.words}”</blockquote>
              <figcaption>
                {quote.by} <span className="example">Example</span>
              </figcaption>
            </figure>
          ))}
        </div>
        <div className="slider-controls needs-script">
          {quotes.map((quote, index) => (
            <button
              key={quote.by}
              type="button"
              className="dot"
              aria-label={`Quote ${String(index + 1)} of ${String(quotes.length)}`}
              aria-current={index === 0 ? 'true' : undefined}
              data-dot=""
            />
          ))}
          <button type="button" className="pause" data-pause="">
            Pause
          </button>
        </div>
      </div>
    </section>
  );
}
