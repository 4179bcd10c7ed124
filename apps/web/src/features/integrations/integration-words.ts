import { type ErrorCode, errorTitles } from '@incisive/contract/errors';

const events: Readonly<Record<string, string>> = {
  client_token: 'Connected',
  client_token_fail: 'Could not connect',
  client_message_refused: 'Message refused',
  authz_fail: 'Access refused',
  authz_alert: 'Repeated refusals',
  note_create: 'Note taken',
  note_update: 'New version of a note taken',
  note_read: 'Note read',
  note_list: 'Notes searched',
  case_read: 'Claim read',
  case_export: 'Finished claims read',
  code_list_read: 'Codes read',
  text_suggest: 'Text read',
  upload_validation: 'File refused',
  'case.finished': 'Case finished',
  'note.received': 'Note received',
  handshake: 'Asked whether it wants to be told',
};
export const eventOf = (event: string): string => events[event] ?? event.replaceAll('_', ' ');

/** A reason as it is logged, an error code and what was asked, in plain words. */
export function reasonIn(reason: string | null): string {
  if (reason === null) return '';
  const [code = '', ...asked] = reason.split(' ');
  const title = Object.hasOwn(errorTitles, code) ? errorTitles[code as ErrorCode] : undefined;
  if (code === 'keys:') return asked.join(' ');
  if (code === 'wrong-credentials') return 'The secret is not right, or none was sent.';
  if (title) return asked.length > 0 ? `${title} (${asked.join(' ')})` : title;
  if (code.startsWith('ERR_')) return 'Its signature, key or time is not right.';
  return reason;
}
