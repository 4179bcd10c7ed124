import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startSlider } from './slider.ts';

let less = false;

function mount(): HTMLElement {
  document.body.innerHTML = `<section data-slider><div data-slides><p data-slide></p><p data-slide></p></div>
    <button data-dot></button><button data-dot></button><button data-pause>Pause</button></section>`;
  const slider = document.querySelector<HTMLElement>('[data-slider]')!;
  startSlider(slider);
  return slider;
}
const shown = (slider: HTMLElement): number =>
  [...slider.querySelectorAll('[data-slide]')].findIndex((slide) => slide.classList.contains('slide-shown'));
const pause = (slider: HTMLElement): HTMLButtonElement => slider.querySelector<HTMLButtonElement>('[data-pause]')!;

beforeEach(() => {
  less = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: less, addEventListener: () => undefined }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('A11-31 the testimonial slider', () => {
  it('shows the next quote every 10 seconds and begins again', () => {
    const slider = mount();
    vi.advanceTimersByTime(9_999);
    expect(shown(slider)).toBe(-1);
    vi.advanceTimersByTime(1);
    expect(shown(slider)).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(shown(slider)).toBe(0);
  });

  it('stops on Pause and goes on with Play', () => {
    const slider = mount();
    pause(slider).click();
    vi.advanceTimersByTime(60_000);
    expect(shown(slider)).toBe(-1);
    expect(pause(slider).textContent).toBe('Play');
    pause(slider).click();
    vi.advanceTimersByTime(10_000);
    expect(shown(slider)).toBe(1);
  });

  it('rests while something in it has the focus', () => {
    const slider = mount();
    slider.dispatchEvent(new Event('focusin'));
    vi.advanceTimersByTime(60_000);
    expect(shown(slider)).toBe(-1);
    slider.dispatchEvent(new Event('focusout'));
    vi.advanceTimersByTime(10_000);
    expect(shown(slider)).toBe(1);
  });

  it('does not play for readers who prefer less motion', () => {
    less = true;
    const slider = mount();
    vi.advanceTimersByTime(60_000);
    expect(shown(slider)).toBe(-1);
    expect(slider.dataset['running']).toBe('false');
  });

  it('shows the chosen quote', () => {
    const slider = mount();
    slider.querySelectorAll<HTMLButtonElement>('[data-dot]')[1]?.click();
    expect(shown(slider)).toBe(1);
  });
});
