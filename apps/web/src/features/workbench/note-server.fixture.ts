import type { ClaimCase, ProposedDiagnosis } from '@incisive/contract/cases';
import type { CodeLink, DocumentReading, HistoryEntry } from '@incisive/contract/code-links';
import type { Comment } from '@incisive/contract/comments';
import type { RejectReason } from '@incisive/contract/reject-reasons';
import type { NoteDetail, NoteVersion } from '@incisive/contract/notes';
import type { Precedent } from '@incisive/contract/precedents';
import type { CaseWork } from '@incisive/contract/queue';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearToasts } from '../../components/feedback/toasts.tsx';
import { foreseen, isApproved, isRejected, newLink } from './codes/code-sheet.ts';

export const noteId = '11111111-1111-4111-8111-111111111111';
export const noteText =
  'PREOPERATIVE DIAGNOSIS: Torn cuff.\nPROCEDURE PERFORMED:\n1. Arthroscopic repair of the cuff.\n2. <img src=x onerror=alert(1)>  Two blanks.';

const rangeOf = (words: string) => ({ start: noteText.indexOf(words), end: noteText.indexOf(words) + words.length });

export const suggestion = (code: string, rank: number, tier: 'likely' | 'look', ...words: string[]): CodeLink => ({
  ...newLink(code, `About ${code}`),
  rank,
  score: 1,
  confidence: tier === 'likely' ? 0.96 : 0.31,
  tier,
  why: `Procedure performed: ${words[0] ?? 'nothing'}`,
  evidence: words.map(rangeOf),
});

const workCalls = /\/case\/(work|claim|release|hold|skip)\/$/;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly current?: unknown;
  readonly errors?: readonly { path: string; message: string }[];
}

export interface Sent {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A server of one note, true to the contract as far as the note screens see it. */
export class NoteServer {
  note: NoteDetail;
  etag = '"v1"';
  suggested: CodeLink[];
  links = new Map<string, CodeLink>();
  draft: { text: string; updated_at: string; base_updated_at: string | null } | null = null;
  denials: unknown[] = [];
  reading: DocumentReading = { kind: 'operative', why: '', evidence: [] };
  /** What every call about the claim answers. */
  claim: ClaimCase | null = null;
  proposedDiagnoses: ProposedDiagnosis[] = [];
  icdImported = true;
  work: CaseWork = {
    note_id: noteId,
    state: 'new',
    since: '2026-01-02T10:00:00.000Z',
    due_on: '2026-01-07',
    reason: null,
    holder: null,
    acts: ['claim'],
    hold_reasons: [
      { key: 'pathology', label: 'Pathology pending', days: 7 },
      { key: 'page', label: 'Page missing', days: 2 },
      { key: 'other', label: 'Other', days: 1, words: true },
    ],
    open_comments: 0,
    review: null,
    question: null,
  };
  /** Who can be asked about the note. */
  recipients = [{ id: 'surgeon', username: 'approver2', name: 'Ada North' }];
  comments: Comment[] = [];
  precedents: Precedent[] = [];
  history: HistoryEntry[] = [];
  versions: NoteVersion[] = [];
  catalogue = [
    { code: '29806', description: 'Capsule repair of the shoulder' },
    { code: '29827', description: 'Repair of the rotator cuff' },
  ];
  username = 'approver';
  refusals = new Map<string, Refusal>();
  readonly sent: Sent[] = [];
  private searches: Promise<void> = Promise.resolve();

  constructor(kind: 'op' | 'ed' = 'op') {
    this.note = {
      id: noteId,
      text: noteText,
      text_truncated: false,
      filename: 'right-shoulder.docx',
      created_by: 'dataentry',
      owner: 'dataentry',
      created_at: '2026-01-02T10:00:00.000Z',
      updated_by: null,
      updated_at: '2026-01-02T10:00:00.000Z',
      type: 'docx',
      ...(kind === 'op' ? { cpt_codes_approved: [], state: 'new' as const } : {}),
      left_out: [],
      sections: [
        { kind: 'diagnosis', label: 'PREOPERATIVE DIAGNOSIS', start: 0, end: noteText.indexOf('PROCEDURE') },
        { kind: 'procedure', label: 'PROCEDURE PERFORMED', start: noteText.indexOf('PROCEDURE'), end: noteText.length },
      ],
      abilities: { edit: true, delete: true, decide: true, assign: true, code: false, train: true },
    };
    this.suggested = [
      suggestion('29827', 1, 'likely', 'Torn cuff', 'repair of the cuff'),
      suggestion('29807', 2, 'likely', 'Arthroscopic repair of the cuff'),
      suggestion('29822', 3, 'look'),
    ];
  }

  /** Answers `fetch` from now on. */
  install(): void {
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (/\/(?:cpt|icd)-codes\/\?/.test(input)) await this.searches;
      return this.answer(input, init);
    });
  }

  /** Searches wait from now on. @returns the way to let them be answered. */
  holdSearches(): () => void {
    let answer = (): void => undefined;
    this.searches = new Promise((resolve) => {
      answer = resolve;
    });
    return () => answer();
  }

  /** Refuses the next call of this kind. */
  refuse(call: string, refusal: Refusal): void {
    this.refusals.set(call, refusal);
  }

  calls(call: string): Sent[] {
    return this.sent.filter((one) => one.call === call);
  }

  private answer(input: string, init: RequestInit): Response {
    const url = new URL(input, 'http://localhost');
    const method = init.method ?? 'GET';
    const path = url.pathname.replace(`/${this.note.id}/`, '/:id/').replace(/^\/api\/v1/, '');
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null;
    const call = `${method} ${path}`;
    this.sent.push({ call, query: url.searchParams, body, headers: new Headers(init.headers) });
    const refusal = this.refusals.get(call);
    if (refusal) {
      this.refusals.delete(call);
      const { status, code, ...more } = refusal;
      return Response.json({ type: `urn:incisive:error:${code}`, title: code, status, ...more }, { status });
    }
    return this.route(method, path, url, body);
  }

  private route(method: string, path: string, url: URL, body: Record<string, unknown> | null): Response {
    const single = path === '/op-notes/:id/' || path === '/ed-notes/:id/';
    if (single) return this.single(method, path, body);
    if (path.endsWith('/cpt-codes-replaced/'))
      return page([this.act('approved', String(body?.['with'])), this.act('rejected', String(body?.['cpt_code']))]);
    if (path.endsWith('/reason/')) return page(this.explain(body as never));
    const list = /cpt-codes-(\w+)\/$/.exec(path)?.[1];
    if (list) return this.codes(method, list, url, (body?.['cpt_codes'] ?? []) as string[]);
    if (path.includes('/drafts/')) return this.drafts(method, body);
    if (path.endsWith('/case/diagnoses/')) return Response.json({ results: this.proposedDiagnoses });
    if (path === '/icd-codes/') return Response.json({ imported: this.icdImported, results: [] });
    if (path.includes('/case/') && workCalls.test(path)) return Response.json(this.stand(path));
    if (path.includes('/case/')) return Response.json(this.claim, { headers: { etag: `"c${this.claim?.revision ?? 0}"` } });
    if (path.endsWith('/queries/'))
      return method === 'GET' ? Response.json({ recipients: this.recipients, results: [] }) : Response.json({}, { status: 201 });
    if (path.includes('/comments/'))
      return Response.json({ people: ['approver', 'coder', 'coder2'], results: this.said(path, body) });
    if (path.endsWith('/reading/')) return Response.json(this.reading);
    if (path.endsWith('/precedents/')) return Response.json({ results: this.precedents });
    if (path.endsWith('/history/')) return page(this.history);
    if (path.endsWith('/versions/')) return page(this.versions);
    if (path === '/feedbacks/') return page(this.denials);
    if (path === '/cpt-codes/') return this.search(url);
    if (path.endsWith('/download/'))
      return new Response('docx', { headers: { 'content-disposition': 'attachment; filename="EdNotes.docx"' } });
    return Response.json({ type: 'urn:incisive:error:not-found', title: 'Not found', status: 404 }, { status: 404 });
  }

  private said(path: string, body: Record<string, unknown> | null): Comment[] {
    const by = { by: this.username, at: '2026-01-03T10:00:00.000Z' };
    const id = /\/comments\/(.+)\/resolve\/$/.exec(path)?.[1];
    if (id !== undefined)
      this.comments = this.comments.map((one) => (one.id === id ? { ...one, resolved: body?.['resolved'] ? by : null } : one));
    else if (body !== null)
      this.comments.push({
        id: String(this.comments.length),
        code: null,
        words: null,
        author: this.username,
        created_at: '2026-01-03T10:00:00.000Z',
        mentioned: [],
        resolved: null,
        ...(body as Pick<Comment, 'text'>),
      });
    this.work = { ...this.work, open_comments: this.comments.filter((one) => one.resolved === null).length };
    return this.comments;
  }

  private stand(path: string): CaseWork {
    const done = workCalls.exec(path)![1];
    if (done === 'claim')
      this.work = {
        ...this.work,
        state: 'claimed',
        holder: { name: this.username, minutes: 0, mine: true },
        acts: ['hold', 'skip', 'release'],
      };
    if (done === 'hold')
      this.work = { ...this.work, state: 'held', holder: null, acts: ['resume'], reason: { key: 'page', label: 'Page missing' } };
    if (done === 'release' || done === 'skip') this.work = { ...this.work, state: 'new', holder: null, acts: ['claim'] };
    return this.work;
  }

  private single(method: string, path: string, body: Record<string, unknown> | null): Response {
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (method === 'PATCH') {
      this.etag = '"v2"';
      this.note = { ...this.note, text: String(body?.['text']), updated_by: this.username };
    }
    return Response.json(path.startsWith('/ed') ? { data: this.note } : this.note, { headers: { etag: this.etag } });
  }

  private codes(method: string, list: string, url: URL, codes: string[]): Response {
    if (method === 'GET') return page(this.listed(list, Number(url.searchParams.get('size') ?? 10)));
    if (list === 'submitted')
      return Response.json({
        message: 'Submitted',
        changed: { n: 24, before: { hit1: 0.5, hit5: 0.75, hit10: 0.8 }, after: { hit1: 0.54, hit5: 0.75, hit10: 0.8 } },
        training_id: '22222222-2222-4222-8222-222222222222',
      });
    return page(codes.map((code) => this.act(list, code)));
  }

  private act(list: string, code: string): CodeLink {
    const base = this.suggested.find((link) => link.code === code) ?? newLink(code, `About ${code}`);
    if (list === 'undo') {
      this.links.delete(code);
      return base;
    }
    const action = { approved: 'approve', rejected: 'reject', assigned: 'assign', coded: 'code' } as const;
    const name = action[list as keyof typeof action];
    const link = foreseen(this.links.get(code) ?? base, name, this.username, '2026-01-03T10:00:00.000Z');
    this.links.set(code, link);
    return link;
  }

  private explain({ cpt_codes: codes, reason }: { cpt_codes: string[]; reason: RejectReason }): CodeLink[] {
    for (const code of codes) this.links.set(code, { ...this.links.get(code)!, reject_reason: reason });
    return codes.map((code) => this.links.get(code)!);
  }

  private listed(list: string, size: number): CodeLink[] {
    const links = [...this.links.values()];
    if (list === 'suggested') return this.suggested.filter((link) => !this.links.has(link.code)).slice(0, size);
    if (list === 'rejected') return links.filter(isRejected);
    const approved = links.filter(isApproved);
    if (list === 'assigned') return approved.filter((link) => link.assigned_by !== null);
    return list === 'coded' ? approved.filter((link) => link.coded_by !== null) : approved;
  }

  private drafts(method: string, body: Record<string, unknown> | null): Response {
    if (method === 'GET') return Response.json({ draft: this.draft });
    if (method === 'DELETE') {
      this.draft = null;
      return new Response(null, { status: 204 });
    }
    this.draft = { text: String(body?.['text']), updated_at: '2026-01-03T10:00:00.000Z', base_updated_at: null };
    return Response.json(this.draft);
  }

  private search(url: URL): Response {
    const code = url.searchParams.get('code');
    const words = url.searchParams.get('description');
    return page(
      this.catalogue.filter((row) =>
        code !== null ? row.code.includes(code) : row.description.toLowerCase().includes((words ?? '').toLowerCase()),
      ),
    );
  }
}

const page = (results: readonly unknown[]): Response =>
  Response.json({ results, count: results.length, next: null, previous: null });

/** A browser in which somebody has signed in and nothing else was done, before a server of one note. */
export function startNoteServer(kind: 'op' | 'ed' = 'op'): NoteServer {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('accessToken', 'token');
  const server = new NoteServer(kind);
  server.install();
  return server;
}

/** The server of the test that runs, where `aServerForEachTest` was called. */
export let server: NoteServer;

/** A server of one note before each test, and nothing of the screens left after it. */
export function aServerForEachTest(): void {
  beforeEach(() => {
    server = startNoteServer();
  });
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
    clearToasts();
    vi.unstubAllGlobals();
  });
}
