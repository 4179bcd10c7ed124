/** Addresses that the sign-in page calls before anything else of the application is there. */
export const authPaths = {
  login: '/auth/login/',
  refresh: '/auth/refresh/',
  ssoStart: '/auth/sso/start/',
  ssoFinish: '/auth/sso/finish/',
  ssoLeave: '/auth/sso/leave/',
} as const;

/** Where people of a clinic begin, and where its provider sends them back. */
export const ssoPage = '/login/clinic/';
