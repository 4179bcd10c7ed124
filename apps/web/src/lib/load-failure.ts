/** Why a piece of the application could not be loaded. */
export type LoadFailure = 'offline' | 'updated' | 'broken';

/** Asks the server: no answer is offline; a page that names another script is a newer release, whose old files are gone. */
export async function whyNotLoaded(): Promise<LoadFailure> {
  try {
    const answer = await fetch(window.location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } });
    const page = await answer.text();
    const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
    return answer.ok && script && !page.includes(script) ? 'updated' : 'broken';
  } catch {
    return 'offline';
  }
}

export const loadFailureWords: Record<LoadFailure, string> = {
  offline: 'You’re offline. Try again when you reconnect.',
  updated: 'Incisive was updated. Reload to continue; what you typed is kept.',
  broken: 'This part of Incisive could not be loaded. Try again.',
};
