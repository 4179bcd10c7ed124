import { accounts } from './resources/accounts.ts';
import { analytics } from './resources/analytics.ts';
import { audit } from './resources/audit.ts';
import { auth } from './resources/auth.ts';
import { billing } from './resources/billing.ts';
import { cases, icdCodes } from './resources/cases.ts';
import { comments } from './resources/notes/comments.ts';
import { contacts } from './resources/contacts.ts';
import { tryNote } from './resources/try-note.ts';
import { cptCodes } from './resources/cpt-codes.ts';
import { edNotes } from './resources/notes/ed-notes.ts';
import { dropFolders } from './resources/integrations/drop-folders.ts';
import { hl7Channels } from './resources/integrations/hl7-channels.ts';
import { sso, ssoConnections } from './resources/integrations/single-sign-on.ts';
import { editFiles } from './resources/edit-files.ts';
import { exports } from './resources/exports.ts';
import { fhir } from './resources/fhir.ts';
import { feedbacks } from './resources/feedbacks.ts';
import { installation } from './resources/installation.ts';
import { integrations } from './resources/integrations/integrations.ts';
import { oauth } from './resources/oauth.ts';
import { opNotes } from './resources/notes/op-notes.ts';
import { precedents } from './resources/notes/precedents.ts';
import { rejections } from './resources/notes/reject-reasons.ts';
import { suggest } from './resources/notes/suggest.ts';
import { queries } from './resources/queries.ts';
import { quality } from './resources/quality/quality.ts';
import { queue } from './resources/queue/queue.ts';
import { lane } from './resources/queue/lane.ts';
import { reviews } from './resources/reviews/reviews.ts';
import { retention } from './resources/retention.ts';
import { tenants } from './resources/tenants.ts';
import { subscriptions } from './resources/integrations/subscriptions.ts';
import { webhooks } from './resources/integrations/webhooks.ts';

/** The only list of endpoints. The web app imports single resources instead, so that a page loads only its own schemas. */
export const api = {
  auth,
  accounts,
  opNotes,
  rejections,
  precedents,
  edNotes,
  exports,
  suggest,
  cptCodes,
  editFiles,
  billing,
  cases,
  icdCodes,
  queue,
  lane,
  queries,
  reviews,
  comments,
  quality,
  tenants,
  retention,
  feedbacks,
  contacts,
  tryNote,
  analytics,
  audit,
  installation,
  integrations,
  webhooks,
  dropFolders,
  hl7Channels,
  ssoConnections,
  sso,
  oauth,
  fhir,
  subscriptions,
};
export type Api = typeof api;
