import type { APIRequestContext, Page } from '@playwright/test';
import { enter, expect, expectAccessible, password, submitNote, test } from './support/fixtures.ts';

// Files in the layouts that they are published in; their rows are made up for this journey.
const pairs =
  '"A notice"\r\n"Column 1"\t"Column 2"\t"*=in existence"\t"Effective"\t"Deletion"\t"Modifier"\t"PTP Edit Rationale"\r\n' +
  '22551\t69990\t\t20200101\t*\t0\tMade up\r\n';
const units =
  '"A notice"\r\n"HCPCS/CPT Code","Practitioner Services MUE Values","MUE Adjudication Indicator","MUE Rationale"\r\n' +
  '22551,1,"2 Made up","x"\r\n22552,5,"3 Made up","x"\r\n22845,1,"3 Made up","x"\r\n';
const addOns =
  'Edit type\tAdd-on code\tPrimary code\tEffective\tDeletion\tNotes\r\n' +
  '1\t22552\t22551\t2013001\t\t\r\n1\t22845\t22551\t2013001\t\t\r\n';
const captions =
  ',,,STATUS,MEDICARE,WORK,PE,NA,PE,NA,MP,NON-FACILITY,FACILITY,PCTC,GLOB,PRE,INTRA,POST,MULT,BILAT,ASST,CO-,TEAM,ENDO,CONV\r\n' +
  'HCPCS,MOD,DESCRIPTION,CODE,PAYMENT,RVU,RVU,INDICATOR,RVU,INDICATOR,RVU,TOTAL,TOTAL,IND,DAYS,OP,OP,OP,PROC,SURG,SURG,SURG,SURG,BASE,FACTOR';
const fee = (code: string, total: number, days: string): string =>
  `${code},,"x",A,,0,0,,0,,0,${String(total)},${String(total)},0,${days},0,0,0,${days === 'ZZZ' ? '0' : '2'},0,1,1,0,,32\r\n`;
const fees = `A notice,,\r\n${captions}\r\n${fee('22551', 50, '090')}${fee('22552', 11, 'ZZZ')}${fee('22845', 20, 'ZZZ')}`;
const diagnosis = (n: number, code: string, words: string): string =>
  `${String(n).padStart(5, '0')} ${code.padEnd(7)} 1 ${words.slice(0, 60).padEnd(60)} ${words}\r\n`;
const diagnoses =
  diagnosis(1, 'M50122', 'Made-up disorder of a neck disc with radiculopathy') + diagnosis(2, 'M542', 'Made-up neck pain');

async function importFiles(request: APIRequestContext): Promise<void> {
  const signed = await request.post('/auth/login/', { data: { username: 'superadmin', password } });
  const { access_token: token } = (await signed.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const files = {
    'ccipra-v302r0.TXT': pairs,
    'MCR_MUE_PractitionerServices_Eff_07-01-2024.csv': units,
    'AOC_V2024Q3-MCR.txt': addOns,
    'PPRRVU24_JUL.csv': fees,
    'icd10cm_order_2024.txt': diagnoses,
  };
  for (const [name, content] of Object.entries(files)) {
    const sent = await request.put('/api/v1/edit-files/upload/', {
      headers,
      multipart: { file: { name, mimeType: 'text/plain', buffer: Buffer.from(content) } },
    });
    const { id } = (await sent.json()) as { id: string };
    await expect
      .poll(async () => (await request.post(`/api/v1/edit-files/${id}/take/`, { headers, data: { license: true } })).status())
      .toBe(200);
  }
}

const note = `DATE OF SURGERY: 08/15/2024
POSTOPERATIVE DIAGNOSIS: Cervical disc disorder with radiculopathy, C5-C6 and C6-C7.
PROCEDURES PERFORMED:
1. Anterior cervical discectomy and fusion, C5-C6.
2. Anterior cervical discectomy and fusion, C6-C7, additional level.
3. Anterior instrumentation with a plate, C5 to C7.
DESCRIPTION: Through an anterior approach the discs at C5-C6 and C6-C7 were removed, the cord and roots were decompressed, structural allograft was placed at both levels and a plate was fixed with screws from C5 to C7.`;
const codes = ['22551', '22552', '22845'];

async function openNote(page: Page): Promise<void> {
  await enter(page, 'approver', '/opnotes/new');
  await page.getByLabel('Please enter OpNote:').fill(note);
  await submitNote(page);
  for (const code of codes) await expect(page.locator(`tr[data-code="${code}"]`)).toBeVisible();
}

test('a three-line spine claim goes from suggestions to Finish in at most 14 keys, without the mouse', async ({
  page,
  request,
}) => {
  await importFiles(request);
  await openNote(page);
  let pressed = 0;
  const press = async (key: string): Promise<void> => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  await page.locator('tr[data-code="22551"]').focus();
  // From top to bottom: which of the two further codes is surer is the engine's to say.
  const rows = await page.locator('tr[data-code]').evaluateAll((found) => found.map((row) => row.getAttribute('data-code')));
  for (const code of codes.toSorted((one, other) => rows.indexOf(one) - rows.indexOf(other))) {
    const row = page.locator(`tr[data-code="${code}"]`);
    while ((await row.getAttribute('aria-current')) !== 'true') await press('j');
    await press('a');
    await expect(row).toHaveAttribute('data-state', 'APPROVED');
  }
  await press('g');
  const claim = page.getByRole('region', { name: 'Claim' });
  await expect(claim.getByRole('listitem', { name: /^Line / })).toHaveCount(3);
  await expect(claim.getByText(/Checked by NCCI pairs v30\.2/)).toBeVisible();
  await expectAccessible(page);
  await press('d');
  const field = claim.getByRole('combobox', { name: 'Add a diagnosis' });
  await expect(field).toBeFocused();
  for (const key of 'rad') await press(key);
  await expect(claim.getByRole('option', { name: /M50\.122/ })).toBeVisible();
  await press('Enter');
  await expect(claim.getByText('0 open', { exact: false })).toBeVisible();
  await press('Control+Enter');
  await expect(claim.getByText('Version 1')).toBeVisible();
  await expectAccessible(page);
  expect(pressed).toBeLessThanOrEqual(14);
});

test('a claim whose styles could not be fetched says so, and Retry brings it with its styles', async ({ page }) => {
  await openNote(page);
  const styles = /\/assets\/claim-panel[^/]*\.css/;
  await page.route(styles, (route) => route.fulfill({ status: 404 }));
  await page.locator('tr[data-code="22551"]').focus();
  await page.keyboard.press('g');
  const claim = page.getByRole('region', { name: 'Claim' });
  await expect(claim.getByText('This part of Incisive could not be loaded. Try again.')).toBeVisible();
  // The tabs stay where they are.
  const tabs = await page.getByRole('tablist', { name: 'Codes or claim' }).boundingBox();
  expect(tabs?.height).toBeLessThan(60);
  await page.unroute(styles);
  await claim.getByRole('button', { name: 'Retry' }).click();
  await expect(claim.getByText('No approved codes yet')).toBeVisible();
  await expect(claim).toHaveCSS('display', 'flex');
});
