/** How long a quote stays. */
const stayMs = 10_000;

/** Starts a slider: plays by itself unless the reader prefers less motion, rests under focus and pointer, stops on Pause. */
export function startSlider(slider: HTMLElement): void {
  const slides = [...slider.querySelectorAll<HTMLElement>('[data-slide]')];
  const dots = [...slider.querySelectorAll<HTMLButtonElement>('[data-dot]')];
  const pause = slider.querySelector<HTMLButtonElement>('[data-pause]');
  const track = slider.querySelector<HTMLElement>('[data-slides]');
  if (slides.length < 2 || !pause || !track) return;
  const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
  let shown = 0;
  let playing = !lessMotion.matches;
  let resting = false;
  let timer: number | undefined;

  const show = (index: number): void => {
    shown = index % slides.length;
    slides.forEach((slide, position) => slide.classList.toggle('slide-shown', position === shown));
    dots.forEach((dot, position) => {
      if (position === shown) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    });
  };
  const update = (): void => {
    window.clearInterval(timer);
    const running = playing && !resting;
    if (running) timer = window.setInterval(() => show(shown + 1), stayMs);
    pause.textContent = playing ? 'Pause' : 'Play';
    track.setAttribute('aria-live', running ? 'off' : 'polite');
    slider.dataset['running'] = String(running);
  };
  const rest = (value: boolean) => (): void => {
    resting = value;
    update();
  };

  pause.addEventListener('click', () => {
    playing = !playing;
    update();
  });
  dots.forEach((dot, index) => dot.addEventListener('click', () => show(index)));
  slider.addEventListener('focusin', rest(true));
  slider.addEventListener('focusout', rest(false));
  slider.addEventListener('pointerenter', rest(true));
  slider.addEventListener('pointerleave', rest(false));
  lessMotion.addEventListener('change', () => {
    if (lessMotion.matches) playing = false;
    update();
  });
  update();
}
