import type { Installation } from '@incisive/contract/installation';

/** What the server wrote into the page that it sent, so that nothing of it appears late; nothing in development. */
export function factsOfPage(): Installation | undefined {
  const text = document.getElementById('installation')?.textContent;
  return text ? (JSON.parse(text) as Installation) : undefined;
}
