import { createRoot, hydrateRoot } from 'react-dom/client';
import { factsOfPage } from './lib/page-facts.ts';
import { watchStyles } from './lib/pieces.ts';
import { opensApplication } from './lib/session/opens-application.ts';
import { followOtherTabs } from './lib/session/session.ts';
import { Page } from './page.tsx';

followOtherTabs();
watchStyles();
// A page that comes back from the browser's page cache after sign-out must not show the old session.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload();
});

const root = document.getElementById('root');
const page = <Page sampleData={factsOfPage()?.demo ?? false} />;
if (root?.hasChildNodes() && !opensApplication()) hydrateRoot(root, page);
else if (root) {
  root.replaceChildren();
  delete document.documentElement.dataset['opens'];
  createRoot(root).render(page);
}
