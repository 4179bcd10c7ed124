import { type CaseSet, type Overview, type RowsBehind, lagSteps, stuckKinds } from '@incisive/contract/quality';
import { can } from '@incisive/contract/roles';
import type { MeasuredCase } from '@incisive/contract/quality';
import type { HoldReason } from '@incisive/contract/work-state';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import type { Page } from '../../http/paging.ts';
import { reasonWords, settingsOf } from '../queue/work.service.ts';
import { type CaseQuery, type Scope, listMeasured } from './case-sets.ts';
import {
  countSet,
  firstFinish,
  readCodedWeeks,
  readDays,
  readErrors,
  readFirstPass,
  readHoldDays,
  readLag,
  readOpen,
  readRejected,
  weeksBack,
} from './figures.store.ts';
import { paceOf } from './pace.ts';
import { readAsked, readFinished } from './people.store.ts';
import { byAge, dueDays, holdsByReason, inState, notFinal, openWeeks, overdue, waits } from './measures.ts';

const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** Reasons of the tenant that is asked about, else of the reader's own. */
const reasonsOf = async (tx: Tx, actor: Actor, tenant: string | undefined): Promise<readonly HoldReason[]> =>
  (await settingsOf(tx, tenant ?? actor.tenantId)).hold_reasons;

/** @throws AppError `not-found` for a tenant that the caller cannot see */
async function seeTenant(tx: Tx, id: string): Promise<void> {
  const found = await tx.selectFrom('app.tenants').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new AppError('not-found');
}

/** All that a head of coding looks at first, counted in one transaction. */
export async function overview(tx: Tx, actor: Actor, query: Scope, audit: AuditTrail): Promise<Overview> {
  const scope: Scope = { days: query.days, tenant: query.tenant };
  if (query.tenant) {
    await seeTenant(tx, query.tenant);
    audit.tenant(query.tenant);
  }
  audit.detail(`overview ${query.days} days`);
  const rows = (set: CaseSet, more: RowsBehind = {}): RowsBehind => ({ set, ...more });
  const reasons = await reasonsOf(tx, actor, query.tenant);
  const open = await readOpen(tx, scope);
  const history = await readDays(tx, scope);
  const lag = await readLag(tx, scope);
  const pass = await readFirstPass(tx, scope);
  const holdDays = await readHoldDays(tx, scope);
  const codedWeeks = new Map((await readCodedWeeks(tx, scope)).map((one) => [one.weeks_ago, one.median]));
  const today = new Date().toISOString().slice(0, 10);
  const all = notFinal(open);
  const lagOf = (step: Overview['lag'][number]['step'], current: boolean) =>
    lag.find((one) => one.step === step && one.current === current);
  const stuck = [];
  for (const what of stuckKinds) {
    const { cases, oldest_days } = await countSet(tx, scope, what);
    if (cases > 0) stuck.push({ what, cases, oldest_days: Math.floor(oldest_days), rows: rows(what) });
  }
  const coded = lagOf('service-to-coded', true);
  return {
    as_of: new Date().toISOString(),
    stuck,
    waits: waits(open).map((wait) => ({
      ...wait,
      who: wait.what === 'hold' ? (reasonWords(wait.who, reasons)?.label ?? null) : wait.who,
      oldest_days: Math.floor(wait.oldest_days),
    })),
    due: dueDays(open, history, await firstFinish(tx, scope), today),
    overdue: overdue(open),
    not_final: { ...all, weeks: openWeeks(all.cases, history, today, weeksBack) },
    coded: {
      cases: coded?.cases ?? 0,
      rows: rows('lag', { step: 'service-to-coded' }),
      lag: coded ? { median: hundredth(coded.median), nine_in_ten: hundredth(coded.nine_in_ten), cases: coded.cases } : null,
      weeks: Array.from({ length: weeksBack }, (_, at) => codedWeeks.get(weeksBack - 1 - at) ?? null),
    },
    held: { ...inState(open, 'held'), median_days: holdDays.get('') ?? null },
    queried: inState(open, 'queried'),
    first_pass: {
      clean: { cases: pass.clean, rows: rows('first-pass') },
      finished: { cases: pass.finished, rows: rows('finished') },
      lines: pass.lines,
    },
    by_age: byAge(open),
    lag: lagSteps
      .filter((step) => step !== 'service-to-coded')
      .flatMap((step) => {
        const now = lagOf(step, true);
        if (!now) return [];
        const before = lagOf(step, false);
        return {
          step,
          median: hundredth(now.median),
          nine_in_ten: hundredth(now.nine_in_ten),
          cases: now.cases,
          before: before ? hundredth(before.median) : null,
          rows: rows('lag', { step }),
        };
      }),
    errors: (await readErrors(tx, scope)).map((one) => ({
      ...one,
      per_100_lines: pass.lines === 0 ? 0 : hundredth((one.cases / pass.lines) * 100),
      rows: rows('error-met', { reason: one.reason }),
    })),
    rejected: (await readRejected(tx, scope)).map((one) => ({
      ...one,
      rows: rows('rejected', { code: one.code, reason: one.reason }),
    })),
    pace: paceOf(await readFinished(tx, scope)).map((one) => ({ ...one, rows: rows('finished', { coder: one.coder }) })),
    questions: (await readAsked(tx, scope)).map(({ who, asked, answered, median }) => ({
      who,
      asked: { cases: asked, rows: rows('asked', { asked: who }) },
      answered: { cases: answered, rows: rows('answered', { asked: who }) },
      median_days: median === null ? null : hundredth(median),
    })),
    holds: holdsByReason(open, today).map((one) => ({
      ...one,
      label: reasonWords(one.key, reasons)?.label ?? one.key,
      median_days: holdDays.get(one.key) ?? null,
    })),
  };
}

/** A page of the cases behind a figure, each tenant's reading told to its own record. */
export async function measuredCases(
  tx: Tx,
  actor: Actor,
  query: CaseQuery,
  url: string,
  audit: AuditTrail,
): Promise<Page<MeasuredCase>> {
  if (query.tenant) await seeTenant(tx, query.tenant);
  const page = await listMeasured(tx, query, url);
  const reasons = await reasonsOf(tx, actor, query.tenant);
  const tenants = [...new Set(page.results.map((row) => row.tenant_id))];
  if (tenants.length === 0) audit.none();
  else
    audit.each(
      tenants.map((tenantId) => ({
        tenantId,
        entity: page.results.filter((row) => row.tenant_id === tenantId).map((row) => `note:${row.note_id}`),
      })),
    );
  return {
    ...page,
    results: page.results.map(({ tenant_id: _tenant, ...row }) => ({
      ...row,
      since: row.since.toISOString(),
      reason: reasonWords(row.reason, reasons)?.label ?? null,
      tenant: can(actor.role, 'notes.choose-tenant') ? row.tenant : null,
    })),
  };
}
