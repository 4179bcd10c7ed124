import { typedCommand } from '../typed-command.ts';

/** Every mail of the product. None carries note text, file names, codes of notes or feedback text: links and counts only. */
export interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly code?: string;
  /** Whom an answer goes to, when not to the installation. */
  readonly replyTo?: string;
}

export interface RenderedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string;
}

const minutes = (n: number): string => `${n} minute${n === 1 ? '' : 's'}`;
const count = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`;

/** The letters by what happened; `url` is always built from the configured public address. */
export const letters = {
  verifyEmail: (v: { username: string; url: string }): Letter => ({
    subject: 'Confirm your email address',
    lines: [
      `Please confirm that this is the email address of the Incisive account "${v.username}".`,
      'The link is good for 7 days.',
    ],
    link: { label: 'Confirm this address', url: v.url },
  }),
  accountAsked: (v: { username: string; url: string }): Letter => ({
    subject: 'Your account awaits activation',
    lines: [
      `Your request for the Incisive account "${v.username}" has been received. An administrator will look at it.`,
      'Please confirm your email address in the meantime. The link is good for 7 days.',
    ],
    link: { label: 'Confirm this address', url: v.url },
  }),
  accountWaiting: (v: { url: string }): Letter => ({
    subject: 'A new account awaits activation',
    lines: ['Someone requested an Incisive account. Sign in to activate or refuse it.'],
    link: { label: 'Open Users', url: v.url },
  }),
  accountMade: (v: { username: string; hours: number; url: string }): Letter => ({
    subject: 'An account was created for you',
    lines: [
      `An administrator created the Incisive account "${v.username}" for you. Ask them for the temporary password; it expires after ${v.hours} hours.`,
      'Please confirm your email address. The link is good for 7 days.',
    ],
    link: { label: 'Confirm this address', url: v.url },
  }),
  accountActivated: (v: { username: string; url: string }): Letter => ({
    subject: 'Your account is active',
    lines: [`The Incisive account "${v.username}" is active now.`],
    link: { label: 'Sign in', url: v.url },
  }),
  accountRefused: (v: { username: string }): Letter => ({
    subject: 'Your account was not activated',
    lines: [`The request for the Incisive account "${v.username}" was refused and deleted. Ask your administrator why.`],
  }),
  resetCode: (v: { username: string; code: string; minutes: number }): Letter => ({
    subject: 'Your password reset code',
    lines: [
      `Enter this code to set a new password for the Incisive account "${v.username}". It is good for ${minutes(v.minutes)} and works once.`,
      'If you did not ask for it, do nothing: your password stays as it is.',
    ],
    code: v.code,
  }),
  passwordChanged: (v: { username: string }): Letter => ({
    subject: 'Your password was changed',
    lines: [
      `The password of the Incisive account "${v.username}" was changed, and all its sessions were ended.`,
      'If this was not you, tell your administrator at once.',
    ],
  }),
  emailChanged: (v: { username: string; by: 'yourself' | 'an administrator' }): Letter => ({
    subject: 'Your email address was changed',
    lines: [
      `The email address of the Incisive account "${v.username}" was changed by ${v.by}. Mail no longer comes to this address.`,
      'If you did not expect this, tell your administrator at once.',
    ],
  }),
  secondFactorChanged: (v: { username: string; change: 'on' | 'off' | 'reset' }): Letter => ({
    subject: 'Your second factor was changed',
    lines: [
      v.change === 'on'
        ? `A second factor was turned on for the Incisive account "${v.username}".`
        : v.change === 'off'
          ? `The second factor of the Incisive account "${v.username}" was turned off.`
          : `An administrator turned off the second factor of the Incisive account "${v.username}".`,
      'If you did not expect this, tell your administrator at once.',
    ],
  }),
  alert: (v: { by: string; notes: number; url: string }): Letter => ({
    subject: `${count(v.notes, 'OpNote')} for you to look at`,
    lines: [`${v.by} asks you to look at ${count(v.notes, 'OpNote')}. Sign in to see ${v.notes === 1 ? 'it' : 'them'}.`],
    link: { label: v.notes === 1 ? 'Open the OpNote' : 'Open the OpNotes', url: v.url },
  }),
  question: (v: { url: string }): Letter => ({
    subject: 'A question waits for your answer',
    lines: ['A question about an operative note waits for you. Sign in to read and answer it.'],
    link: { label: 'Open the question', url: v.url },
  }),
  digest: (v: { unread: number; questions: number; due: number; url: string }): Letter => ({
    subject: 'What waits for you in Incisive',
    lines: [
      [
        ...(v.unread > 0 ? [count(v.unread, 'unread notice')] : []),
        ...(v.questions > 0 ? [`${count(v.questions, 'question')} for you to answer`] : []),
        ...(v.due > 0 ? [`${count(v.due, 'case')} of yours due`] : []),
      ].join(', '),
      'You asked for this mail once a day. You can turn it off under My Profile.',
    ],
    link: { label: 'Open Incisive', url: v.url },
  }),
  feedback: (v: { url: string }): Letter => ({
    subject: 'New feedback',
    lines: ['A user sent feedback. Sign in to read it.'],
    link: { label: 'Open the feedback', url: v.url },
  }),
  auditHead: (v: { seq: number; audit_id: number; hash: string }): Letter => ({
    subject: 'Head of the audit log',
    lines: [
      'The audit log of Incisive was sealed up to here. Keep this email: it can later show whether rows were cut off or recreated.',
      `To check: ${typedCommand('audit verify', `'${JSON.stringify({ seq: v.seq, audit_id: v.audit_id, hash: v.hash })}'`)}`,
    ],
  }),
  backupFailed: (v: { reason: string; newest: string | null; url: string }): Letter => ({
    subject: 'A backup failed',
    lines: [
      `Incisive could not make or try its backup: ${v.reason}`,
      v.newest === null ? 'There is no backup yet.' : `The newest backup is of ${v.newest} (UTC).`,
      'What is written from now on is lost if the disk is. It is tried again by itself; this letter comes once a day until one is good.',
    ],
    link: { label: 'Open System information', url: v.url },
  }),
  archiveFailed: (v: { reason: string; url: string }): Letter => ({
    subject: 'The archive of the database’s log has a failure',
    lines: [
      `Incisive could not keep the archive that a moment is restored from: ${v.reason}`,
      'People work on, and backups are made as ever. It is tried again by itself; this letter comes once a day until it is well.',
    ],
    link: { label: 'Open System information', url: v.url },
  }),
  /** A visitor of the public site wrote to the team: the one letter that carries a message, which holds no record of a patient. */
  contact: (v: {
    first_name: string;
    last_name: string;
    email: string;
    title: string;
    company_name: string;
    message: string;
  }): Letter => ({
    subject: 'New contact message',
    replyTo: v.email,
    lines: [
      `${v.first_name} ${v.last_name}, ${v.title}, ${v.company_name} <${v.email}> wrote through the contact form:`,
      v.message,
    ],
  }),
} as const;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Text and HTML of one letter. A username may hold anything, so it is escaped in HTML and kept to one line in both. */
export function renderMail(to: string, letter: Letter): RenderedMail {
  const lines = letter.lines.map((line) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' '));
  const text = [
    ...lines,
    ...(letter.code ? [`    ${letter.code}`] : []),
    ...(letter.link ? [`${letter.link.label}: ${letter.link.url}`] : []),
    '-- \nIncisive',
  ].join('\n\n');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(letter.subject)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2433;max-width:560px;margin:24px auto;padding:0 16px">
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${letter.code ? `<p style="font-size:28px;letter-spacing:4px;font-family:monospace">${escaped(letter.code)}</p>` : ''}
${letter.link ? `<p><a href="${escaped(letter.link.url)}">${escaped(letter.link.label)}</a></p>` : ''}
<p style="color:#5b6475">Incisive</p>
</body></html>`;
  return { to, subject: letter.subject, text, html, ...(letter.replyTo ? { replyTo: letter.replyTo } : {}) };
}
