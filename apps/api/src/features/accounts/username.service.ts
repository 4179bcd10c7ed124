export { usernameKey } from './account-lookup.ts';
