import { screen, within } from '@testing-library/react';
import { billing, type BillingCase, type ClaimFile } from '@incisive/contract/billing';
import { describe, expect, test } from 'vitest';
import { billingSettings, waitingClaim } from '../../testing/billing-samples.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';
import { feesText, readFees } from './fees.ts';

const file: ClaimFile = {
  id: '99999999-9999-4999-8999-999999999999',
  tenant: waitingClaim.tenant,
  number: '028300042',
  mode: 'test',
  claims: 1,
  sha256: 'ab',
  made_by: 'admin',
  made_at: '2026-07-04T10:00:00Z',
  emptied_at: null,
};

function open(path = '/claims') {
  let [cases, files]: [BillingCase[], ClaimFile[]] = [[waitingClaim], []];
  const bodies: unknown[] = [];
  const server = serverFor(profileOf('Admin', { tenant: waitingClaim.tenant.id }))
    .on(billing.cases, () => ({ results: cases }))
    .on(billing.files, () => ({ results: files }))
    .on(billing.settings, () => billingSettings)
    .on(billing.saveInsurance, ({ body }) => {
      bodies.push(body);
      cases = [{ ...waitingClaim, insurance: body, missing: [] }];
      return cases[0]!;
    })
    .on(billing.savePractice, ({ body }) => {
      bodies.push(body);
      return billingSettings;
    })
    .on(billing.savePayers, ({ body }) => {
      bodies.push(body);
      return billingSettings;
    })
    .on(billing.makeFile, ({ body }) => {
      bodies.push(body);
      [cases, files] = [[], [file]];
      return file;
    });
  return { bodies, server, ...renderApp(path) };
}

describe('L: claim files', () => {
  test('a claim says what it lacks, is filled in, and goes into a file', async () => {
    const { user, bodies } = open();
    const claim = within(await screen.findByRole('region', { name: 'Patient P-1, 07/01/2026' }));
    expect(claim.getByText('Insurance of the case')).toBeTruthy();
    expect(claim.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
    await user.click(claim.getByRole('button', { name: 'Insurance' }));
    const form = within(await claim.findByRole('form', { name: 'Insurance' }));
    await user.type(form.getByLabelText('Patient’s last name'), 'Doe');
    await user.type(form.getByLabelText('Member id'), 'M1');
    await user.selectOptions(form.getByLabelText('Payer'), 'Sample Health (99999)');
    await user.selectOptions(form.getByLabelText('Surgeon'), 'Lee, Ada');
    await user.click(form.getByRole('button', { name: 'Submit' }));
    await claim.findByText('Ready');
    expect(bodies).toEqual([
      expect.objectContaining({
        patient: expect.objectContaining({ last: 'Doe' }),
        member_id: 'M1',
        payer_id: '99999',
        provider_npi: '1003000126',
      }),
    ]);
    await user.click(claim.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Make file of 1' }));
    await screen.findByText(/1 claim, made .* by admin, a test/);
    expect(bodies[1]).toEqual({ cases: [waitingClaim.id] });
    expect(screen.getByText('No claims wait for a file')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download 028300042' })).toBeTruthy();
  });

  test('a file of which a note was removed for good says so, and cannot be downloaded', async () => {
    const { server } = open();
    server.on(billing.files, () => ({ results: [{ ...file, emptied_at: '2026-09-01T03:17:00Z' }] }));
    await screen.findByText(/^Removed 09\/01\/2026.*, with a note that was removed for good\.$/);
    expect(screen.queryByRole('button', { name: 'Download 028300042' })).toBeNull();
  });

  test('a refusal says what is missing, and the choice stays', async () => {
    const { user, server } = open();
    server
      .on(billing.cases, () => ({ results: [{ ...waitingClaim, missing: [] }] }))
      .on(billing.makeFile, () => new Refusal('validation', { errors: [{ path: 'cases.0', message: 'Member id' }] }));
    await user.click(await screen.findByRole('button', { name: 'Choose all that lack nothing' }));
    await user.click(screen.getByRole('button', { name: 'Make file of 1' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Member id');
    expect(screen.getByRole('button', { name: 'Make file of 1' })).toBeTruthy();
  });

  test('the practice is saved with its surgeons and charges, on the revision that was read', async () => {
    const { user, bodies } = open('/claims/practice');
    const form = within(await screen.findByRole('form', { name: 'Practice' }));
    const surgeon = within(form.getByRole('region', { name: 'surgeon 1' }));
    await user.clear(surgeon.getByLabelText('NPI'));
    await user.type(surgeon.getByLabelText('NPI'), '123');
    await user.type(form.getByLabelText('Charges'), '\nnonsense');
    await user.click(form.getByRole('button', { name: 'Submit' }));
    expect(await surgeon.findByText(/An NPI is ten digits/)).toBeTruthy();
    expect(form.getByText('Line 2 is not a code and a charge, such as 47562 1250.00')).toBeTruthy();
    expect(bodies).toEqual([]);
    await user.click(surgeon.getByRole('button', { name: 'Remove surgeon 1' }));
    await user.clear(form.getByLabelText('Charges'));
    await user.type(form.getByLabelText('Charges'), '47562 1,250.5');
    await user.click(form.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Practice saved');
    expect(bodies).toEqual([
      { revision: 3, practice: { ...billingSettings.practice, providers: [], fees: [{ code: '47562', cents: 125_050 }] } },
    ]);
  });

  test('payers are added and removed', async () => {
    const { user, bodies } = open('/claims/payers');
    await user.click(await screen.findByRole('button', { name: 'Add payer' }));
    const second = within(screen.getByRole('region', { name: 'payer 2' }));
    await user.type(second.getByLabelText('Name'), 'Part B');
    await user.type(second.getByLabelText('Payer id'), '1');
    await user.selectOptions(second.getByLabelText('Kind'), 'Medicare Part B');
    await user.click(screen.getByRole('button', { name: 'Remove payer 1' }));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Payers saved');
    expect(bodies).toEqual([{ revision: 3, payers: [{ name: 'Part B', payer_id: '1', filing: 'MB' }] }]);
  });

  test('charges are read as they were written, to the cent', () => {
    expect(readFees('47562\t$1,250.00\r\n\nG0283; 12')).toEqual({
      fees: [
        { code: '47562', cents: 125_000 },
        { code: 'G0283', cents: 1200 },
      ],
    });
    expect(feesText([{ code: '47562', cents: 105 }])).toBe('47562 1.05');
    for (const line of ['47562 0', '4756 1', '47562 1.234', '47562'])
      expect(readFees(line)).toEqual({ problem: 'Line 1 is not a code and a charge, such as 47562 1250.00' });
  });
});
