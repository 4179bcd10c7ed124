/** Files in the layouts that they are published in, with made-up rows: no code of them is anybody's. */

const tabs = (rows: readonly (readonly string[])[]): string => `${rows.map((row) => row.join('\t')).join('\r\n')}\r\n`;

/** Pairs: a notice, a header that wraps, then column 1, column 2, in 1996, effective, deletion, indicator, rationale. */
export const pairsFile = (rows: readonly (readonly [string, string, string, string, string])[]): string =>
  '"A notice of somebody\'s rights, all over the first line"\r\n' +
  '"Column 1"\t"Column 2"\t"*=in existence"\t"Effective"\t"Deletion"\t"Modifier"\t"PTP Edit Rationale"\r\n' +
  '\t\t"prior to 1996"\t"Date"\t"Date *=no data"\t"0=not allowed 1=allowed 9=not applicable"\t\r\n' +
  tabs(rows.map(([column1, column2, from, to, indicator]) => [column1, column2, '', from, to, indicator, 'A reason']));

export const unitsFile = (rows: readonly (readonly [string, number, number])[], header = unitsHeader): string =>
  `"A notice that goes on\nover three\nlines, with a ""quotation"""\r\n${header}\r\n${rows
    .map(([code, value, mai]) => `${code},${value},"${mai} Date of Service Edit: Made up","A reason, and more"\r\n`)
    .join('')}`;
export const unitsHeader = '"HCPCS/\nCPT Code","Practitioner Services MUE Values","MUE Adjudication Indicator","MUE Rationale"';

export const addOnsFile = (rows: readonly (readonly [string, string, string, string?])[]): string =>
  tabs([
    ['AOC Edit Type', 'Add-On Code', 'Primary Code', 'Effective', 'Deletion', 'Notes'],
    ...rows.map(([type, addOn, primary, from]) => [type, addOn, primary, from ?? '2013001', '', '']),
  ]);

const feeCaptions = [
  ',,,,NOT USED,,,,,,,,,,,,,,,,,,,,',
  ',,,,FOR,,NON-FAC,,FACILITY,,,NON-,,,,,,,,,,,,,',
  ',,,STATUS,MEDICARE,WORK,PE,NA,PE,NA,MP,NON-FACILITY,FACILITY,PCTC,GLOB,PRE,INTRA,POST,MULT,BILAT,ASST,CO-,TEAM,ENDO,CONV',
  'HCPCS,MOD,DESCRIPTION,CODE,PAYMENT,RVU,RVU,INDICATOR,RVU,INDICATOR,RVU,TOTAL,TOTAL,IND,DAYS,OP,OP,OP,PROC,SURG,SURG,SURG,SURG,BASE,FACTOR',
];
/** A fee schedule of code, modifier, facility total, days of the global period, indicators of both sides. */
export const feesFile = (
  rows: readonly (readonly [code: string, modifier: string, total: number, days: string, both: string])[],
  captions: readonly string[] = feeCaptions,
): string =>
  [
    'A notice of the year,,,,,,,,,,,,,,,,,,,,,,,,',
    ...captions,
    ...rows.map(
      ([code, modifier, total, days, both]) =>
        `${code},${modifier},"Words, of others",A,,1.00,1.00,,1.00,,1.00,${total + 1},${total},0,${days},0,0,0,2,${both},1,1,0,,32.00`,
    ),
    '',
  ].join('\r\n');

export const diagnosesFile = (rows: readonly (readonly [code: string, billable: 0 | 1, words: string])[]): string =>
  rows
    .map(
      ([code, billable, words], n) =>
        `${String(n + 1).padStart(5, '0')} ${code.padEnd(7)} ${billable} ${words.slice(0, 60).padEnd(60)} ${words}\r\n`,
    )
    .join('');

export const hcpcsFile = (rows: readonly (readonly [code: string, words: string, more?: string])[]): string =>
  rows
    .flatMap(([code, words, more], n) => [
      `${code}${String(n + 1).padStart(5, '0')}3${words.padEnd(80)}${words.slice(0, 28).padEnd(28)}`.padEnd(268) +
        `20200101${'20240101'}${''.padEnd(8)} `.padEnd(52),
      ...(more === undefined ? [] : [`${code}${String(n + 1).padStart(5, '0')}4${more.padEnd(80)}`.padEnd(320)]),
    ])
    .map((line) => `${line}\r\n`)
    .join('');
