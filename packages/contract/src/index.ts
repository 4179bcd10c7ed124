import { accounts } from './accounts.ts';
import { analytics } from './analytics.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { contacts } from './contacts.ts';
import { tryNote } from './try-note.ts';
import { cptCodes } from './cpt-codes.ts';
import { edNotes } from './ed-notes.ts';
import { exports } from './exports.ts';
import { feedbacks } from './feedbacks.ts';
import { installation } from './installation.ts';
import { opNotes } from './op-notes.ts';
import { tenants } from './tenants.ts';

/** The only list of endpoints. The web app imports single resources instead, so that a page loads only its own schemas. */
export const api = {
  auth,
  accounts,
  opNotes,
  edNotes,
  exports,
  cptCodes,
  tenants,
  feedbacks,
  contacts,
  tryNote,
  analytics,
  audit,
  installation,
};
export type Api = typeof api;
