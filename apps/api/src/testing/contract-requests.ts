import { isSuperRole } from '@incisive/contract/roles';
import type { AccessFixtures, Caller, Place } from './access-fixtures.ts';
import { type Cell, type Listed, type Prepared, type SampleRequest, personal } from './contract-cells.ts';
import { samplePractice } from './billing.fixture.ts';
import { type TestApp, testPassword } from './build-test-app.ts';
import { fileParts, multipart } from './multipart.ts';
import { finishedCase, otherCoding, reviewOf } from './review.fixture.ts';
import { readyClaim } from './ready-claim.ts';
import { prepareConnection } from './connection-requests.ts';
import { always, namesObject } from './named-objects.ts';
import { type KnownFields, sampleBody, samplePath } from './sample-request.ts';

const code = '47562';
/** The tenant in question is an ordinary one with users in it, not a fresh one that may be changed or deleted. */
const standingTenant = new Set(['tenants.requireOtp', 'tenants.invite']);

/** What fields of a practice and an insurance take, where their type alone does not tell. */
const billed: KnownFields = {
  practice: () => samplePractice,
  npi: () => '1234567893',
  provider_npi: () => '1234567893',
  facility_npi: () => '1234567893',
  tax_id: () => '12-3456789',
  taxonomy: () => '208600000X',
  state: () => 'IL',
  zip: () => '62701',
  contact_phone: () => '2025550100',
};

/** Makes valid requests for any endpoint of the contract, each on objects of its own: what every test over the whole contract starts from. */
export class ContractRequests {
  readonly #t: TestApp;
  readonly #make: AccessFixtures;

  constructor(t: TestApp, make: AccessFixtures) {
    this.#t = t;
    this.#make = make;
  }

  async #asRoot(url: string, body: unknown): Promise<Record<string, string>> {
    return (await this.#t.as('superadmin', 'POST', url, body)).json<Record<string, string>>();
  }

  /** The user that an account call is about: somebody of the place. */
  #someUser(place: Place, status: 'active' | 'pending' = 'active'): ReturnType<AccessFixtures['user']> {
    return this.#make.user(place === 'none' ? 'Coder' : 'DataEntry', this.#make.tenantOf(place), status);
  }

  async #prepareNote({ id, name }: Listed, { place, caller }: Cell, kind: 'op' | 'ed'): Promise<Prepared> {
    const note = await this.#make.note(kind, place);
    const params: Record<string, () => unknown> = { id: always(note), key: always('new') };
    const fields: Record<string, () => unknown> = {
      [`${kind}_notes`]: always(note),
      cpt_codes: always(code),
      cpt_code: always(code),
      with: always('47563'),
    };
    const approve = `/api/v1/op-notes/${note}/cpt-codes-approved/`;
    if (name === 'undo' && caller)
      await this.#t.app.inject({ method: 'POST', url: approve, headers: caller.bearer, payload: { cpt_codes: [code] } });
    if (name === 'explain' && caller) {
      await this.#t.app.inject({
        method: 'POST',
        url: `/api/v1/op-notes/${note}/cpt-codes-rejected/`,
        headers: caller.bearer,
        payload: { cpt_codes: [code] },
      });
      fields['reason'] = always('not-done');
    }
    if (id === 'opNotes.submit' || id === 'opNotes.undoSubmit') await this.#asRoot(approve, { cpt_codes: [code] });
    if (id === 'opNotes.undoSubmit') {
      const { training_id } = await this.#asRoot(`/api/v1/op-notes/${note}/cpt-codes-submitted/`, { cpt_codes: [code] });
      fields['training_id'] = always(training_id);
    }
    return { fields, params, placed: true };
  }

  /** A claim that can be finished; changed by the caller or finished where the request needs that. */
  async #prepareCase({ name }: Listed, { place, caller }: Cell): Promise<Prepared> {
    const note = await this.#make.note('op', place);
    await readyClaim(this.#t, note);
    const url = `/api/v1/op-notes/${note}/case/`;
    if (name === 'undo' && caller)
      await this.#t.app.inject({
        method: 'POST',
        url: `${url}changes/`,
        headers: caller.bearer,
        payload: { operations: [{ do: 'header', pos: '24' }] },
      });
    if (name === 'reopen' || name === 'export') await this.#asRoot(`${url}finish/`, {});
    return { params: { id: always(note) }, fields: {}, placed: true };
  }

  /** A finished claim that lacks nothing for a file, and the file where the request is about one. */
  async #prepareBilling({ name, endpoint }: Listed, { role, place }: Cell): Promise<Prepared> {
    // Nothing of a practice is named: whoever belongs to none says whose.
    if (!endpoint.path.includes(':id') && name !== 'makeFile') {
      const tenant = role !== null && isSuperRole(role) ? { tenant: always(this.#t.tenants[0]) } : {};
      return { params: {}, fields: { ...tenant, ...billed }, placed: false };
    }
    if (name === 'settings') {
      const tenant = this.#make.tenantOf(place === 'none' ? 'other' : place);
      return { params: { id: always(tenant) }, fields: {}, placed: true };
    }
    const note = await this.#make.note('op', place === 'none' ? 'other' : place);
    const { id } = await readyClaim(this.#t, note);
    await this.#asRoot(`/api/v1/op-notes/${note}/case/finish/`, {});
    await this.#make.billed(this.#make.tenantOf(place === 'none' ? 'other' : place), id);
    const made = name === 'download' ? await this.#asRoot('/api/v1/billing/files/', { cases: [id] }) : { id };
    return { params: { id: always(made['id']) }, fields: { ...billed, cases: always(id) }, placed: true };
  }

  /** A case in the state that the act needs: had by the caller, held, or had by somebody else. */
  async #prepareWork({ name, endpoint }: Listed, { place, caller }: Cell): Promise<Prepared> {
    const queue = await this.#make.queue(place);
    if (name.endsWith('Queue'))
      return { params: { id: always(queue) }, fields: { filter: always({}) }, placed: name !== 'addQueue' };
    const note = await this.#make.note('op', place);
    const url = `/api/v1/op-notes/${note}/case/`;
    const by = async (bearer: Record<string, string>, act: string, payload: object = {}): Promise<void> =>
      void (await this.#t.app.inject({ method: 'POST', url: `${url}${act}/`, headers: bearer, payload }));
    if (caller && ['release', 'hold', 'skip'].includes(name)) await by(caller.bearer, 'claim');
    if (name === 'takeOver') await this.#asRoot(`${url}claim/`, {});
    if (name === 'resume') {
      await this.#asRoot(`${url}claim/`, {});
      await this.#asRoot(`${url}hold/`, { reason: 'page' });
    }
    const reasons: Record<string, string> = { hold: 'page', skip: 'specialty', void: 'duplicate' };
    return {
      params: { id: always(note) },
      fields: {
        reason: always(reasons[name]),
        hold_reasons: always({ key: 'page', label: 'Page missing', days: 2 }),
      },
      placed: endpoint.path.includes(':id'),
    };
  }

  /** A question about a note of the place, to the caller where the caller could be asked. */
  /** A review that the caller may go on with: its reader for the second coding, its first coder for an answer, neither to settle. */
  async #prepareReview({ name, endpoint }: Listed, { place, caller, role }: Cell): Promise<Prepared> {
    const placed = endpoint.path.includes(':id');
    if (name === 'plan' || name === 'savePlan') {
      const id = always(this.#make.tenantOf(place === 'none' ? 'other' : place));
      return { params: { id }, fields: { readers: always('superapprover') }, placed };
    }
    const note = await this.#make.note('op', place === 'own' ? 'own' : 'other');
    const root = this.#t.users['superadmin']!;
    if (!placed) {
      await finishedCase(this.#t, note, root);
      const day = new Date().toISOString().slice(0, 10);
      const tenant = role !== null && isSuperRole(role) ? { tenant: always(this.#t.tenants[0]) } : {};
      return {
        params: {},
        fields: { ...tenant, from: always(day), to: always(day), reviewers: always('approver') },
        placed,
      };
    }
    const within = place === 'own' || (role !== null && isSuperRole(role));
    const self = caller && within ? { id: caller.actor.userId, username: caller.actor.username } : null;
    const answers = name === 'accept' || name === 'rebut';
    const approver = this.#t.users['approver']!;
    const made = await reviewOf(this.#t, note, {
      coder: (answers ? self : null) ?? root,
      reviewer: (name === 'code' || name === 'get' ? self : null) ?? approver,
      ...(answers || name === 'settle' ? { second: otherCoding } : {}),
    });
    const id = answers || name === 'settle' ? made.mark : name === 'getDraw' ? made.draw : made.review;
    return { params: { id: always(id) }, fields: { code: always('47562'), words: always('Some words') }, placed };
  }

  async #prepareQuery({ name, endpoint }: Listed, { place, caller }: Cell): Promise<Prepared> {
    // A note of nobody's organization has nobody who could be asked: somebody's stands in.
    const note = await this.#make.note('op', place === 'own' ? 'own' : 'other');
    const surgeon = this.#t.users[place === 'own' ? 'approver' : 'approver2']!;
    const asked = place === 'own' && caller ? { id: caller.actor.userId, username: caller.actor.username } : surgeon;
    // Who was asked ends no question; who asked may.
    const to = name === 'close' || name === 'withdraw' ? this.#t.users['superadmin']! : asked;
    const ofNote = name === 'send' || name === 'ofNote';
    return {
      params: { id: always(ofNote ? note : await this.#make.query(note, to)) },
      fields: {
        to: always(surgeon.id),
        subject: always('other'),
        form: always('open'),
        heading: always('Procedure'),
        question: always('What was done?'),
        quotes: always([0, 9]),
        words: always('The gallbladder was removed.'),
        outcome: always('no-answer'),
      },
      placed: endpoint.path.includes(':id'),
    };
  }

  /** Whose personal objects a cell is about: the caller's own, or somebody's of the place. */
  async #owner(place: Place, caller: Caller | null): Promise<{ id: string; tenantId: string }> {
    if (place === 'own' && caller) return { id: caller.actor.userId, tenantId: caller.actor.tenantId };
    // Nobody has no objects: somebody's stand in.
    const strange = place === 'none' ? 'none' : 'other';
    return { id: (await this.#someUser(strange)).id, tenantId: this.#make.tenantOf(strange) };
  }

  async #prepareAccount({ id }: Listed, { place, caller }: Cell): Promise<Prepared> {
    if (personal.has(id)) {
      const owner = await this.#owner(place, caller);
      const [session, notice] = [await this.#make.session(owner.id), await this.#make.notice(owner)];
      return { params: { id: always(session) }, fields: { notices: always(notice) }, placed: true };
    }
    const user = await this.#someUser(place, id === 'accounts.activate' || id === 'accounts.refuse' ? 'pending' : 'active');
    const note = await this.#make.note('op', place);
    return {
      params: { id: always(user.id) },
      fields: { users: always(user.id), op_notes: always(note) },
      placed: true,
    };
  }

  async #prepareAuth({ id }: Listed, { place, caller }: Cell): Promise<Prepared> {
    const target = await this.#someUser(place);
    const own = { placed: false, params: {} };
    const self = caller ? { id: caller.actor.userId, email: caller.email } : target;
    const extra: Readonly<Record<string, () => Promise<Prepared>>> = {
      'auth.login': async () => ({ ...own, fields: { username: always(target.username), password: always(testPassword) } }),
      'auth.refresh': async () => ({
        ...own,
        fields: { refresh_token: always((caller ?? (await this.#make.caller('DataEntry'))).refreshToken) },
      }),
      'auth.signUp': async () => ({
        ...own,
        fields: {
          tenant: always(this.#t.tenants[0]),
          first_name: always('Sample'),
          last_name: always('Person'),
          password: always('a sample pass phrase'),
        },
      }),
      'auth.update': async () => ({ ...own, fields: { specialty: always('Urology') } }),
      'auth.resetPassword': async () => {
        const code_ = await this.#make.resetCode(target);
        return { ...own, fields: { username: always(target.username), confirmation_code: always(code_) } };
      },
      'auth.changePassword': async () => ({
        ...own,
        fields: { old_password: always(testPassword), new_password: always('another pass phrase') },
      }),
      'auth.verifyEmail': async () => ({ ...own, fields: { token: always(await this.#make.verifyToken(self)) } }),
      'auth.totpSetup': async () => ({ ...own, fields: { password: always(testPassword) } }),
      'auth.totpConfirm': async () => ({
        ...own,
        fields: { otp: always(caller ? await this.#make.firstTotpCode(caller.actor) : '123456') },
      }),
      'auth.totpDisable': async () => ({ ...own, fields: { password: always(testPassword) } }),
    };
    const known = extra[id];
    if (known) return known();
    return {
      params: {},
      fields: { username: always(target.username), users: always(target.id) },
      placed: id.startsWith('auth.remove'),
    };
  }

  /** What the request needs to be a valid one: ids of objects at the place, by the resource they belong to. */
  async prepare(listed: Listed, cell: Cell): Promise<Prepared> {
    const { group, id } = listed;
    if (group === 'opNotes' || group === 'edNotes' || group === 'rejections' || group === 'precedents') {
      const prepared = await this.#prepareNote(listed, cell, group === 'edNotes' ? 'ed' : 'op');
      const named = listed.endpoint.path.includes(':id') || ['removeMany', 'downloadMany', 'exportMany'].includes(listed.name);
      return { ...prepared, placed: named };
    }
    if (group === 'accounts') return { ...(await this.#prepareAccount(listed, cell)), placed: namesObject(listed) };
    if (group === 'exports') {
      const made = await this.#make.noteExport(await this.#owner(cell.place, cell.caller));
      return { params: { id: always(made) }, fields: {}, placed: namesObject(listed) };
    }
    if (group === 'auth') return this.#prepareAuth(listed, cell);
    if (group === 'tenants' || group === 'retention') {
      const tenant =
        standingTenant.has(id) || cell.place === 'none' ? this.#make.tenantOf(cell.place) : await this.#make.emptyTenant();
      const name = id === 'tenants.update' ? { name: always(`Renamed ${tenant.slice(0, 8)}`) } : {};
      return { params: { id: always(tenant) }, fields: { tenants: always(tenant), ...name }, placed: namesObject(listed) };
    }
    if (group === 'cptCodes') {
      const row = await this.#make.catalogueCode();
      const params = { id: always(listed.name === 'importStatus' ? await this.#make.catalogueImport() : row.id) };
      return { params, fields: { codes: always(row.code) }, placed: false };
    }
    if (group === 'cases') return this.#prepareCase(listed, cell);
    if (group === 'billing') return this.#prepareBilling(listed, cell);
    if (group === 'queue') return this.#prepareWork(listed, cell);
    if (group === 'queries') return this.#prepareQuery(listed, cell);
    if (group === 'reviews') return this.#prepareReview(listed, cell);
    if (group === 'comments') {
      const note = await this.#make.note('op', cell.place);
      const of = listed.name === 'resolve' ? await this.#make.comment(note) : note;
      return { params: { id: always(of) }, fields: {}, placed: true };
    }
    if (group === 'icdCodes') return { params: {}, fields: { q: always('K80') }, placed: false };
    if (group === 'editFiles') return { params: { id: always(await this.#make.editFile()) }, fields: {}, placed: false };
    const connection = await prepareConnection(this.#t, this.#make, listed, cell);
    if (connection) return connection;
    if (group === 'fhir') {
      const note = await this.#make.note('op', cell.place);
      const [, letter] = /read(Claim|Procedure|ChargeItem|Provenance)/.exec(listed.name) ?? [];
      let id = note;
      if (letter) {
        await readyClaim(this.#t, note);
        await this.#asRoot(`/api/v1/op-notes/${note}/case/finish/`, {});
        const claim = (await this.#t.as('superadmin', 'GET', `/api/v1/op-notes/${note}/case/`)).json<{ id: string }>();
        id = `${claim.id}${{ Claim: '', Procedure: '.p1', ChargeItem: '.c1', Provenance: '.v' }[letter]}`;
      }
      const data = Buffer.from('PROCEDURE: Appendectomy.').toString('base64');
      return {
        params: { id: always(id) },
        fields: { contentType: always('text/plain'), data: always(data) },
        placed: namesObject(listed),
      };
    }
    if (group === 'oauth') {
      const client = await this.#make.apiClient('own');
      return { params: {}, fields: { client_id: always(client.id), client_secret: always(client.secret) }, placed: false };
    }
    if (group === 'contacts') {
      const message = await this.#make.contact();
      return { params: { id: always(message) }, fields: { contacts: always(message) }, placed: false };
    }
    if (group === 'feedbacks') {
      const feedback = await this.#make.feedback(cell.place);
      return {
        params: { id: always(feedback) },
        fields: { feedbacks: always(feedback), message: always('Feedback') },
        placed: namesObject(listed),
      };
    }
    return { params: {}, fields: {}, placed: false };
  }

  /** The smallest valid request of the endpoint by the cell's caller. */
  async sample(listed: Listed, cell: Cell): Promise<SampleRequest & { readonly prepared: Prepared }> {
    const { endpoint } = listed;
    const prepared = await this.prepare(listed, cell);
    const file = endpoint.upload
      ? multipart(fileParts('sample.txt', listed.group === 'cptCodes' ? '99998\tA sample code\n' : 'PROCEDURE: Appendectomy.'))
      : null;
    const payload = file ? file.body : endpoint.body ? (sampleBody(endpoint.body, prepared.fields) as object) : undefined;
    return {
      method: endpoint.method,
      url: samplePath(endpoint, prepared.params),
      headers: { ...cell.caller?.bearer, ...file?.headers },
      ...(payload === undefined ? {} : { payload }),
      prepared,
    };
  }
}
