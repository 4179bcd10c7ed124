/** Public pages, posts of the blog among them. */
export const publicPages = [
  '/',
  '/about',
  '/solution',
  '/why-incisive',
  '/blog',
  '/blog/blog11',
  '/blog/blog12',
  '/contact',
  '/privacy',
  '/security',
];

/** Screens around the notes, as SuperAdmin sees them. */
export const administrationScreens = [
  '/users',
  '/users/new',
  '/tenants',
  '/tenants/new',
  '/cptcodes',
  '/cptcodes/new',
  '/cptcodes/upload',
  '/cptcodes/47562',
  '/feedbacks',
  '/feedbacks/new',
  '/finances',
  '/crm',
  '/metrics',
  '/models',
  '/models/codes',
  '/integrations',
  '/queue',
  '/queue/manage',
  '/queries',
  '/audit',
  '/profile',
];
