/** CPT's sections by code number, as the manual's table of contents has them. */
const sections: readonly (readonly [from: number, to: number, name: string])[] = [
  [100, 1999, 'Anesthesia'],
  [10_004, 19_499, 'Integumentary'],
  [20_100, 29_999, 'Musculoskeletal'],
  [30_000, 32_999, 'Respiratory'],
  [33_016, 37_799, 'Cardiovascular'],
  [38_100, 38_999, 'Hemic and lymphatic'],
  [39_000, 39_599, 'Mediastinum and diaphragm'],
  [40_490, 49_999, 'Digestive'],
  [50_010, 53_899, 'Urinary'],
  [54_000, 55_980, 'Male genital'],
  [56_405, 58_999, 'Female genital'],
  [59_000, 59_899, 'Maternity care'],
  [60_000, 60_699, 'Endocrine'],
  [61_000, 64_999, 'Nervous'],
  [65_091, 68_899, 'Eye'],
  [69_000, 69_979, 'Auditory'],
  [69_990, 69_990, 'Operating microscope'],
  [70_010, 79_999, 'Radiology'],
  [80_047, 89_398, 'Pathology and laboratory'],
  [99_202, 99_499, 'Evaluation and management'],
  [90_281, 99_607, 'Medicine'],
];

/** @example sectionOf('47562') === 'Digestive' */
export function sectionOf(code: string): string {
  if (/^\d{4}F$/.test(code)) return 'Category II';
  if (/^\d{4}T$/.test(code)) return 'Category III';
  if (/^[A-Z]\d{4}$/.test(code)) return 'HCPCS';
  if (!/^\d{5}$/.test(code)) return 'Other';
  const number = Number(code);
  return sections.find(([from, to]) => number >= from && number <= to)?.[2] ?? 'Other';
}
