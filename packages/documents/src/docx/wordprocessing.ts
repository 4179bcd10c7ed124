/** Pieces of WordprocessingML. Every function takes plain text and escapes it. */

const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Word's own unit, a twentieth of a point: the text width of a Letter page with 1 inch margins. */
const TEXT_WIDTH = 9360;
const CODE_WIDTH = 1800;

/** The parts that are the same in every document. */
export const FIXED_PARTS: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `${HEADER}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/>` +
      `<Override PartName="/word/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
      `<Override PartName="/word/footer1.xml" ContentType="${TYPE}.footer+xml"/></Types>`,
  ],
  ['_rels/.rels', relations([['officeDocument', 'word/document.xml']])],
  [
    'word/_rels/document.xml.rels',
    relations([
      ['styles', 'styles.xml'],
      ['footer', 'footer1.xml'],
    ]),
  ],
  ['word/styles.xml', styles()],
];

export function documentPart(body: string): string {
  const page =
    '<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:pgSz w:w="12240" w:h="15840"/>' +
    '<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr>';
  return `${HEADER}<w:document xmlns:w="${NAMESPACE}" xmlns:r="${OFFICE}"><w:body>${body}${page}</w:body></w:document>`;
}

export function footerPart(text: string): string {
  return `${HEADER}<w:ftr xmlns:w="${NAMESPACE}">${paragraph(text, 'Footer')}</w:ftr>`;
}

export function paragraph(text: string, style?: 'Heading1' | 'Heading2' | 'Footer' | 'TableHead'): string {
  const properties = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  if (text === '') return `<w:p>${properties}</w:p>`;
  const pieces = text.split('\t').map((piece) => (piece === '' ? '' : `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`));
  return `<w:p>${properties}<w:r>${pieces.join('<w:tab/>')}</w:r></w:p>`;
}

/** A table of two columns whose first row repeats on every page. */
export function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
  const borders = sides.map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`).join('');
  const widths = [CODE_WIDTH, TEXT_WIDTH - CODE_WIDTH];
  const cell = (text: string, column: number, style?: 'TableHead') =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[column]}" w:type="dxa"/></w:tcPr>${paragraph(text, style)}</w:tc>`;
  const headRow = `<w:tr><w:trPr><w:tblHeader/></w:trPr>${head.map((text, column) => cell(text, column, 'TableHead')).join('')}</w:tr>`;
  const bodyRows = rows.map((row) => `<w:tr>${row.map((text, column) => cell(text, column)).join('')}</w:tr>`);
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${TEXT_WIDTH}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr>` +
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${headRow}${bodyRows.join('')}</w:tbl>`
  );
}

function relations(list: readonly (readonly [type: string, target: string])[]): string {
  const items = list.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

function styles(): string {
  return (
    `${HEADER}<w:styles xmlns:w="${NAMESPACE}"><w:docDefaults><w:rPrDefault><w:rPr>` +
    '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-US"/>' +
    '</w:rPr></w:rPrDefault></w:docDefaults>' +
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
    style(
      'Heading1',
      'heading 1',
      '<w:keepNext/><w:spacing w:after="120"/><w:outlineLvl w:val="0"/>',
      '<w:b/><w:sz w:val="32"/>',
    ) +
    style(
      'Heading2',
      'heading 2',
      '<w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="1"/>',
      '<w:b/><w:sz w:val="26"/>',
    ) +
    style('TableHead', 'Table Head', '<w:keepNext/>', '<w:b/>') +
    style('Footer', 'footer', '', '<w:color w:val="595959"/><w:sz w:val="16"/>') +
    '</w:styles>'
  );
}

function style(id: string, name: string, paragraphFormat: string, runFormat: string): string {
  return (
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>` +
    `<w:pPr>${paragraphFormat}</w:pPr><w:rPr>${runFormat}</w:rPr></w:style>`
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
