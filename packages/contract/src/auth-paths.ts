/** Addresses that the sign-in page calls before anything else of the application is there. */
export const authPaths = { login: '/auth/login/', refresh: '/auth/refresh/' } as const;
