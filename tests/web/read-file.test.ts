import fc from 'fast-check';
import { strToU8 } from 'fflate';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { decodeText } from '#web/features/files/encoding.ts';
import { readFile } from '#web/features/files/read-file.ts';
import { type Cell, FileRefused, type Sheet } from '#web/features/files/sheet.ts';
import { tablesOf } from '#web/features/files/table.ts';
import { sheetXml, xlsxFile } from './support/xlsx-files.ts';

const FOLDER = `${import.meta.dirname}/../samples/import`;
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(`${FOLDER}/${name}`));
const KNOWN = [
  'insumo',
  'unidade',
  'preço',
  'produto',
  'qtde',
  'total',
  'valor total',
  'custo',
  'percentual',
  'data',
  'canal',
];
const columnsIn = (cells: readonly string[]): number =>
  new Set(cells.map((cell) => cell.toLowerCase()).filter((cell) => KNOWN.includes(cell))).size;

async function sheetsOf(content: string | Uint8Array): Promise<readonly Sheet[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const reading = await readFile(bytes, { columnsIn });
  if (reading.kind === 'encodings') throw new Error('the letters are not known');
  return reading.sheets;
}
const refusalOf = (content: string | Uint8Array): Promise<string> =>
  sheetsOf(content).then(
    () => 'read',
    (error: unknown) => (error instanceof FileRefused ? error.message : 'broken'),
  );
async function table(content: string | Uint8Array, withHidden = false) {
  const { tables, notes } = tablesOf(await sheetsOf(content), { isReadable: () => true, withHidden });
  const [first] = tables;
  if (!first) throw new Error('there is no table');
  return { ...first, notes };
}
const textsOf = async (content: string | Uint8Array) => (await table(content)).rows;

const INGREDIENTS = ['Insumo', 'Unidade', 'Preço'];
const REPORT = ['Produto', 'Qtde', 'Total'];
const SALES = ['Produto', 'Qtde', 'Valor total'];
/** The difficulty of each sample file, its name, and the cells that are read. */
const CASES: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
  [
    'gross and net values',
    'b9-bruto-e-liquido.csv',
    [
      ['Produto', 'Qtde', 'Valor bruto', 'Total líquido'],
      ['Pizza', '1', '50,00', '36,50'],
    ],
  ],
  [
    'a percentage as a fraction',
    'c10-percentual-como-numero.csv',
    [
      ['Custo', 'Percentual'],
      ['Taxa do cartão', '0,032'],
    ],
  ],
  ['a merged cell', 'c11a-celula-mesclada.xlsx', [SALES, ['Pizza', '3', '149,7'], ['Pizza', '2', '119,8']]],
  [
    'a row without a product',
    'c11a-sem-nome.csv',
    [
      ['Produto', 'Canal', 'Qtde', 'Total'],
      ['Pizza', 'Balcão', '1', '50,00'],
      ['', 'iFood', '2', '100,00'],
    ],
  ],
  ['a formula without a stored value', 'c11b-formula-sem-valor.xlsx', [SALES, ['Pizza', '3', '']]],
  ['a hidden row', 'c11d-linha-escondida.xlsx', [SALES, ['Pizza', '3', '149,7'], []]],
  ['a broken formula', 'c11d-ref.xlsx', [SALES, ['Pizza', '3', '149,7'], ['Outra', '#REF!', '#REF!']]],
  ['a line break in a name', 'c2a-nome-com-quebra.csv', [INGREDIENTS, ['Molho da casa', 'kg', '12,50']]],
  ['a semicolon in a name', 'c2c-ponto-e-virgula-dentro.csv', [INGREDIENTS, ['Farinha; tipo 1', 'kg', '4,90']]],
  ['tabs between the cells', 'c2d-relatorio-tab.csv', [REPORT, ['Pizza', '1', '50,00'], ['Pizza', '2', '100,00']]],
  ['a tab inside a cell', 'c2d-tab-dentro.csv', [INGREDIENTS, ['Farinha', 'kg', '4,90']]],
  ['a first line that names the separator', 'c3-sep.csv', [INGREDIENTS, ['Farinha', 'kg', '4,90']]],
  [
    'a title above the headings',
    'c3b-titulo-acima.csv',
    [['Lista de preços'], [], INGREDIENTS, ['Farinha', 'kg', '4,90']],
  ],
  [
    'one name in four ways of spacing',
    'c5-espacos-de-dentro.csv',
    [INGREDIENTS, ...Array.from({ length: 4 }, () => ['Farinha de trigo', 'kg', '4,90'])],
  ],
  [
    'two prices of one ingredient',
    'c5b-outro-preco.csv',
    [INGREDIENTS, ['Muçarela', 'kg', '38,90'], ['MUÇARELA', 'kg', '39,50']],
  ],
  [
    'a negative value',
    'c6-valor-negativo.csv',
    [
      ['Produto', 'Canal', 'Qtde', 'Total'],
      ['Pizza', 'Balcão', '2', '(119,80)'],
      ['Pizza', 'Balcão', '3', '149,70'],
      ['Total', '', '5', '29,90'],
    ],
  ],
  [
    'a product whose name begins like a total',
    'c6b-produto-total.csv',
    [REPORT, ['Pizza', '1', '50,00'], ['Total Mix açaí', '2', '31,80']],
  ],
  [
    'times in UTC',
    'c7-utc.csv',
    [
      ['Produto', 'Data', 'Qtde', 'Total'],
      ['Pizza', '2026-11-01T01:30:00Z', '1', '49,90'],
    ],
  ],
];

describe('the sample files with one difficulty each', () => {
  test('are all listed in this test', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(CASES.map(([, name]) => name).toSorted());
  });

  test.each(CASES)('are read cell by cell despite %s (%s)', async (_difficulty, name, rows) => {
    expect(await textsOf(bytesOf(name))).toEqual(rows);
  });

  test.each([
    ['a formula without a stored value', 'Há fórmulas sem valor guardado (linha 2)', 'c11b-formula-sem-valor.xlsx'],
    ['a hidden row', 'Fica de fora o que está escondido: 1 linha.', 'c11d-linha-escondida.xlsx'],
  ])('are shown, when they have %s, with the note “%s” (%s)', async (_difficulty, note, name) => {
    expect((await table(bytesOf(name))).notes.join(' ')).toContain(note);
  });

  test('include hidden rows on demand', async () => {
    const { rows, notes, hasHidden } = await table(bytesOf('c11d-linha-escondida.xlsx'), true);
    expect(rows[2]).toEqual(['Pizza', '5', '50']);
    expect(notes).toEqual(['Entra também o que está escondido: 1 linha.']);
    expect(hasHidden).toBe(true);
  });
});

describe('the separator of a text file', () => {
  test.each([
    ['Produto|Qtde|Total\nPizza|1|50,00', [REPORT, ['Pizza', '1', '50,00']]],
    ['sep=,\nProduto,Qtde,Total\nPizza;1,2,"3,00"', [REPORT, ['Pizza;1', '2', '3,00']]],
    ['Produto;Qtde;Total;\nPizza;1;50,00;\n', [REPORT, ['Pizza', '1', '50,00']]],
    [
      'Meus produtos\nPizza;1;50,00\nSuco, natural;2;8,00\n',
      [['Meus produtos'], ['Pizza', '1', '50,00'], ['Suco, natural', '2', '8,00']],
    ],
    ['Nome\nFarinha, branca\nOvo', [['Nome'], ['Farinha, branca'], ['Ovo']]],
  ])('is recognised in %j', async (text, rows) => {
    expect(await textsOf(text)).toEqual(rows);
  });
});

describe('a quotation mark in a text file', () => {
  const rest = ['Ovo', '2', '1,00'];
  test.each([
    ['a character of its cell when it never closes', '"Pizza;1;50,00\nOvo;2;1,00', [['"Pizza', '1', '50,00'], rest]],
    [
      'a character of its cell when it would take in a whole row',
      '"Pizza;1;50,00\nOvo;2;1,00\nPão"";3;"2,00"',
      [['"Pizza', '1', '50,00'], rest, ['Pão""', '3', '2,00']],
    ],
    [
      'a character of its cell when it closes in a cell of the next line',
      '"Pizza;1;50,00\nOvo";2;1,00',
      [
        ['"Pizza', '1', '50,00'],
        ['Ovo"', '2', '1,00'],
      ],
    ],
    [
      'no part of a cell when it encloses two lines',
      '"Pizza\nda casa";1;50,00\nOvo;2;1,00',
      [['Pizza da casa', '1', '50,00'], rest],
    ],
    [
      'no part of a cell when it encloses a separator and a line break',
      '"Pizza; meia\nda casa";1;50,00\nOvo;2;1,00',
      [['Pizza; meia da casa', '1', '50,00'], rest],
    ],
    [
      'a character of its cell when it stands in a word',
      'Pizza 12";1;50,00\nOvo;2;1,00',
      [['Pizza 12"', '1', '50,00'], rest],
    ],
  ])('is %s', async (_name, text, rows) => {
    expect(await textsOf(`Produto;Qtde;Total\n${text}`)).toEqual([REPORT, ...rows]);
  });
});

describe('the encoding of a text file', () => {
  const latin = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const text = 'Muçarela;kg;38,90';

  test.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['Windows-1252', latin(text)],
    [
      'UTF-16',
      Uint8Array.from([
        0xff,
        0xfe,
        ...Array.from(text).flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
      ]),
    ],
  ])('is recognised when it is %s', (_name, bytes) => {
    expect(decodeText(bytes)).toEqual({ kind: 'text', text });
  });

  test('is Windows-1252 rather than Latin-1 in a text with curly quotation marks', () => {
    expect(decodeText(Uint8Array.from([...latin('Pão '), 0x93, ...latin('bom'), 0x94, ...latin(' '), 0x80]))).toEqual({
      kind: 'text',
      text: 'Pão “bom” €',
    });
  });

  test.each([
    ['macintosh', [0x8d, 0x8b]],
    ['cp850', [0x87, 0xc6]],
  ] as const)(
    'is asked about when it may be %s, and nothing is read before the answer',
    async (encoding, [cedilla, tilde]) => {
      const bytes = Uint8Array.from([...latin('Promo'), cedilla, tilde, ...latin('o;1')]);
      const reading = await readFile(bytes, { columnsIn });
      expect(reading).toMatchObject({ kind: 'encodings' });
      if (reading.kind !== 'encodings') return;
      expect(reading.choices.find((choice) => choice.encoding === encoding)?.sample).toEqual(['Promoção;1']);
      expect(await readFile(bytes, { columnsIn, encoding })).toMatchObject({
        sheets: [{ rows: [{ cells: [{ text: 'Promoção' }, { text: '1' }] }] }],
      });
    },
  );

  test('is UTF-8 despite a broken byte, whose row is marked', async () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode(`${'Açaí;1\n'.repeat(60)}P`), 0xe3, ...latin('o;2')]);
    const [sheet] = await sheetsOf(bytes);
    expect(sheet?.rows.filter(({ isDamaged }) => isDamaged === true).map(({ line }) => line)).toEqual([61]);
  });

  test('is recognised as Windows-1252 in a long list with few accents', () => {
    expect(decodeText(latin(`${'Ovo;1\n'.repeat(500)}Pão;2`))).toMatchObject({ text: expect.stringContaining('Pão') });
  });
});

/** The styles of the cells: Excel's number format 14 is a day and 10 a percentage. */
const styles = strToU8(
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="170" formatCode="0.00&quot;%&quot;"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs></styleSheet>',
);
const xlsx = (body: string, workbook?: string): Uint8Array =>
  xlsxFile(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${body}</worksheet>`, {
    'xl/styles.xml': styles,
    ...(workbook === undefined ? {} : { 'xl/workbook.xml': strToU8(workbook) }),
  });
const row = (cells: string): string => `<sheetData><row r="1">${cells}</row></sheetData>`;
const firstCells = async (content: Uint8Array): Promise<readonly Cell[]> =>
  (await sheetsOf(content))[0]?.rows[0]?.cells ?? [];
const workbookXml = (properties: string, sheet = '') =>
  `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${properties}<sheets><sheet name="Vendas" sheetId="1" ${sheet} r:id="rId1"/></sheets></workbook>`;

describe('an Excel cell', () => {
  test.each<[string, string, Cell]>([
    [
      'a number, with a decimal comma in its text',
      '<c r="A1"><v>0.1234567</v></c>',
      { text: '0,1234567', number: 0.123_456_7 },
    ],
    [
      'a text of few decimals when its number is a binary fraction',
      '<c r="A1"><v>0.30000000000000004</v></c>',
      { text: '0,3', number: 0.300_000_000_000_000_04 },
    ],
    ['a number of percent when it is a percentage', '<c r="A1" s="2"><v>0.065</v></c>', { text: '6,5%', number: 6.5 }],
    [
      'the unchanged number when its format adds a percent sign',
      '<c r="A1" s="4"><v>6.5</v></c>',
      { text: '6,5', number: 6.5 },
    ],
    [
      'a text and a date when it is a day',
      '<c r="A1" s="1"><v>46326</v></c>',
      { text: '31/10/2026', date: '2026-10-31' },
    ],
    [
      'a text and a date when it is a day with a time',
      '<c r="A1" s="3"><v>46326.9375</v></c>',
      { text: '31/10/2026 22:30', date: '2026-10-31T22:30:00' },
    ],
    ['an error when it is one', '<c r="A1" t="e"><v>#N/A</v></c>', { text: '#N/A', error: '#N/A' }],
    ['its stored value when it is a formula', '<c r="A1"><f>1+1</f><v>2</v></c>', { text: '2', number: 2 }],
    [
      'an unknown value when it is a formula without a stored one',
      '<c r="A1"><f>1+1</f></c>',
      { text: '', isUnknown: true },
    ],
    [
      'an unknown value when it is a formula with an empty one',
      '<c r="A1"><f>1+1</f><v></v></c>',
      { text: '', isUnknown: true },
    ],
    [
      'a text when it is a text that looks like a number',
      '<c r="A1" t="inlineStr"><is><t>007</t></is></c>',
      { text: '007' },
    ],
    ['a word when it is a boolean', '<c r="A1" t="b"><v>1</v></c>', { text: 'sim' }],
  ])('is read as %s', async (_name, xml, cell) => {
    expect(await firstCells(xlsx(row(xml)))).toEqual([cell]);
  });

  test('with a day is counted from 1904 when the file says so', async () => {
    const file = xlsx(row('<c r="A1" s="1"><v>44864</v></c>'), workbookXml('<workbookPr date1904="1"/>'));
    expect(await firstCells(file)).toEqual([{ text: '31/10/2026', date: '2026-10-31' }]);
  });

  test('merged over rows gives its text to each row, but its number only once', async () => {
    const file = xlsx(
      '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Pizza</t></is></c><c r="B1"><v>5</v></c><c r="C1" s="1"><v>46326</v></c></row><row r="2"><c r="D2"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A1000000"/><mergeCell ref="B1:B2"/><mergeCell ref="C1:C2"/></mergeCells>',
    );
    const { rows, notes } = await table(file);
    expect(rows).toEqual([
      ['Pizza', '5', '31/10/2026'],
      ['Pizza', '', '31/10/2026', '1'],
    ]);
    expect(notes).toEqual(['Um número mesclado em várias linhas conta só na primeira (linha 1).']);
  });

  test('in a hidden column is left out and counted', async () => {
    const file = xlsx(
      `<cols><col min="2" max="2" hidden="1"/></cols>${row('<c r="A1"><v>1</v></c><c r="B1"><v>2</v></c>')}`,
    );
    expect(await table(file)).toMatchObject({
      rows: [['1', '']],
      notes: ['Fica de fora o que está escondido: 1 coluna.'],
    });
    expect((await table(file, true)).rows).toEqual([['1', '2']]);
  });

  test('in a hidden sheet is left out and counted', async () => {
    const file = xlsx(row('<c r="A1"><v>1</v></c>'), workbookXml('', 'state="hidden"'));
    await expect(table(file)).rejects.toThrow(FileRefused);
    expect((await table(file, true)).notes).toEqual(['Entra também o que está escondido: 1 aba.']);
  });
});

describe('a file with the ending .xls', () => {
  test('is read when it is an HTML page with a table', async () => {
    expect(
      await textsOf(
        '<html><body><table><tr><td>Produto</td><td>Qtde</td></tr><tr><td rowspan="2">P&atilde;o &amp; cia</td><td>007</td></tr><tr><td>1.234,50</td></tr></table></body></html>',
      ),
    ).toEqual([
      ['Produto', 'Qtde'],
      ['Pão & cia', '007'],
      ['Pão & cia', '1.234,50'],
    ]);
  });

  test('is read when it is the XML of Excel 2003', async () => {
    const file =
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Vendas"><Table><Row><Cell><Data ss:Type="String">Pizza</Data></Cell><Cell><Data ss:Type="Number">3.5</Data></Cell></Row></Table></Worksheet></Workbook>';
    expect(await textsOf(file)).toEqual([['Pizza', '3,5']]);
  });

  test('is read when it is a text', async () => {
    expect(await textsOf('Produto\tQtde\nPizza\t3')).toEqual([
      ['Produto', 'Qtde'],
      ['Pizza', '3'],
    ]);
  });
});

describe('an unreadable file', () => {
  const packed = (entry: string): Uint8Array => xlsxFile('', { [entry]: strToU8('x') });
  const signs = (...bytes: readonly number[]): Uint8Array =>
    Uint8Array.from([...bytes, ...Array.from({ length: 40 }, () => 1)]);
  const encrypted = Uint8Array.from([
    0xd0,
    0xcf,
    0x11,
    0xe0,
    ...Array.from('EncryptedPackage').flatMap((sign) => [sign.charCodeAt(0), 0]),
  ]);
  test.each([
    ['an old Excel file', signs(0xd0, 0xcf, 0x11, 0xe0), 'Excel antigo'],
    ['a file with a password', encrypted, 'tem senha'],
    ['.ods', packed('content.xml'), 'LibreOffice'],
    ['.numbers', packed('Index/Document.iwa'), 'Numbers'],
    ['a PDF', '%PDF-1.7', 'PDF'],
    ['a picture', signs(0x89, 0x50, 0x4e, 0x47), 'imagem'],
    ['a photo of a phone', signs(0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70), 'imagem'],
    [
      'an NF-e',
      '<?xml version="1.0"?><nfeProc versao="4.00" xmlns="http://www.portalfiscal.inf.br/nfe"><NFe/></nfeProc>',
      'nota fiscal',
    ],
    ['some other XML', '<?xml version="1.0"?><x/>', 'Não há tabela'],
    ['a program', signs(0x7f, 0x45, 0x4c, 0x46, 0, 0), 'não é uma planilha'],
    ['more than 50 000 rows', 'Pizza;1\n'.repeat(50_001), 'grande demais'],
    ['more than 200 columns', 'Pizza;'.repeat(201) + 1, 'grande demais'],
    [
      'a merged area of the whole sheet',
      xlsx(`${row('<c r="A1"><v>1</v></c>')}<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`),
      'grande demais',
    ],
    ['a page that spans a million rows', '<table><tr><td rowspan="1000000">a</td></tr></table>', 'grande demais'],
  ])('is refused with its reason: %s', async (_name, content, words) => {
    expect(await refusalOf(content)).toContain(words);
  });
});

describe('a file with random content', () => {
  /** Expects that every row has a line number, and that the last one is not empty. */
  const check = async (content: Uint8Array | string): Promise<void> => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const reading = await readFile(bytes, { columnsIn }).catch((error: unknown) => error);
    if (reading instanceof FileRefused) {
      expect(reading.message).toMatch(/^[A-ZÀ-Ú].+\.$/);
      return;
    }
    expect(reading).toHaveProperty('kind');
    const { sheets = [] } = reading as { readonly sheets?: readonly Sheet[] };
    for (const { rows } of sheets) {
      expect(rows.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 1));
      expect(rows.at(-1)?.cells).not.toEqual([]);
    }
  };

  test('is read into numbered rows, or refused: any bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), check), runs(200));
  });

  test('is read into numbered rows, or refused: any text', async () => {
    const parts = fc.constantFrom(
      '"',
      ';',
      '\t',
      ',',
      '|',
      '\n',
      '\r',
      'sep=;',
      ' ',
      'Produto',
      'Qtde',
      '1,50',
      '#REF!',
      '\uFEFF',
      'ç',
    );
    await fc.assert(fc.asyncProperty(fc.string({ unit: parts, maxLength: 80 }), check), runs(300));
  });

  test('is read into numbered rows, or refused: any HTML', async () => {
    const parts = fc.constantFrom(
      '<table>',
      '</table>',
      '<tr>',
      '<td rowspan=2>',
      '<td colspan="3">',
      '</td>',
      'a',
      '&amp;',
      '<!--',
      '-->',
      '<',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: parts, maxLength: 40 }).map((text) => `<table>${text}`),
        check,
      ),
      runs(200),
    );
  });

  test('is read into numbered rows, or refused: any Excel cells', async () => {
    const parts = fc.constantFrom(
      '<c r="A1">',
      '<c r="B2" t="s">',
      '<c t="e">',
      '<c s="9">',
      '<row r="2">',
      '<row>',
      '</row>',
      '<v>1</v>',
      '<v>x</v>',
      '<f>1</f>',
      '</c>',
      '<is><t>a</t></is>',
      '<mergeCell ref="A1:B3"/>',
      '<',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: parts, maxLength: 30 }).map((body) => xlsx(`<sheetData>${body}</sheetData>`)),
        check,
      ),
      runs(200),
    );
  });

  test('is read into numbered rows, or refused: any damaged workbook', async () => {
    const whole = xlsxFile(
      sheetXml([
        ['Produto', 'Qtde'],
        ['Pizza', 3],
      ]),
    );
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        await check(bytes);
      }),
      runs(100),
    );
  });
});

test('a text with too many lines is refused before it is parsed', async () => {
  expect(await refusalOf('"\n'.repeat(600_000))).toContain('grande demais');
});
