import { expect, test } from 'vitest';
import { readIsolated } from '#server/files/isolatedReader.ts';
import { zipOf } from '#server/testing/zip.ts';
import type { FileRow } from './importer.ts';
import { readHead } from './read.ts';
import type { SheetTask } from './sheetReader.ts';

const head = ['姓名', '慢性病', '备注'];

async function read(content: Buffer): Promise<FileRow[]> {
  const columns = ['name', 'chronic', 'remark'].map((key, index) => ({
    key,
    title: head[index] ?? '',
    required: index === 0,
  }));
  const task: SheetTask = {
    content,
    sheets: [{ title: '客户', columns }],
    maxRows: 1000,
    maxUnpackedBytes: 120_000_000,
  };
  const rows: FileRow[] = [];
  await readIsolated<FileRow[]>(new URL('./sheetReader.ts', import.meta.url), task, (part) => rows.push(...part));
  return rows;
}

/** Returns a workbook whose only sheet has these rows below the headings, as XML. */
function rawBook(rows: string, strings: string[] = []): Buffer {
  const base = 'http://schemas.openxmlformats.org';
  const rel = `${base}/officeDocument/2006/relationships`;
  const rels = (...all: [string, string][]) =>
    `<Relationships xmlns="${base}/package/2006/relationships">${all.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${rel}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const headings = head.map((title) => `<c t="str"><v>${title}</v></c>`).join('');
  return zipOf([
    { name: '[Content_Types].xml', content: `<Types xmlns="${base}/package/2006/content-types"/>` },
    { name: '_rels/.rels', content: rels(['officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${rel}"><sheets><sheet name="客户" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: rels(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData><row r="1">${headings}</row>${rows}</sheetData></worksheet>`,
    },
  ]);
}

const cell = (text: string, ref = '') => `<c${ref && ` r="${ref}"`} t="str"><v>${text}</v></c>`;
const long = '长'.repeat(32_767);
const shared = '<c t="s"><v>0</v></c>';

test.each<[string, Buffer, RegExp]>([
  [
    'a cell of more than 32,767 characters',
    rawBook(`<row r="2">${cell(`${long}长`)}</row>`),
    /^单元格 A2 超过 32,767 个字/,
  ],
  ['a shared text of more', rawBook(`<row r="3"><c/>${shared}</row>`, [`${long}长`]), /^单元格 B3 超过 32,767 个字/],
  [
    'a cell that is not imported',
    rawBook(`<row r="2">${cell('王')}${cell(`${long}长`, 'Z2')}</row>`),
    /^单元格 Z2 超过 32,767 个字/,
  ],
  ['a cell of a CSV file', Buffer.from(`${head.join(',')}\n王,${long}长`), /^单元格 B2 超过 32,767 个字/],
  ['a row beyond the sheet', rawBook(`<row r="1048577">${cell('王')}</row>`), /行号不在 1 到 1,048,576 之间/],
  ['a row that has no number', rawBook(`<row r="x">${cell('王')}</row>`), /行号不在/],
  ['a column beyond the sheet', rawBook(`<row r="2">${cell('王', 'XFE2')}</row>`), /^文件打不开/],
  [
    'a column of a CSV file beyond the sheet',
    Buffer.from(`${head.join(',')}\n王${','.repeat(16_384)}`),
    /^第 2 行超过 16,384 列/,
  ],
  ['one text in thousands of cells', rawBook(`<row>${shared.repeat(3)}</row>`.repeat(450), [long]), /文字太多/],
])('%s is refused within the thread that reads the file', async (_, file, reason) => {
  await expect(read(file)).rejects.toMatchObject({ status: 400, message: expect.stringMatching(reason) });
});

test('a heading over two columns is refused with both cells', async () => {
  await expect(read(Buffer.from('姓名,备注,姓名 *\n王,无,李'))).rejects.toMatchObject({
    message: '标题「姓名」出现两次（A1、C1），请删去一列后重新上传',
  });
});

test('merged cells below the headings are refused, above them they are not', async () => {
  const { writeXlsx } = await import('hucre/xlsx');
  const book = async (startRow: number) => {
    const merges = [{ startRow, startCol: 0, endRow: startRow, endCol: 1 }];
    const rows = [
      ['名单', null],
      ['姓名', '备注'],
      ['王', '无'],
    ];
    return Buffer.from(await writeXlsx({ sheets: [{ name: '客户', rows, merges }] }));
  };
  expect(await read(await book(0))).toMatchObject([{ row: 3, cells: { name: '王', remark: '无' } }]);
  await expect(read(await book(2))).rejects.toMatchObject({ message: expect.stringMatching(/^单元格 A3:B3 是合并的/) });
});

test('the first lines of a file in GB 18030 are read by column', async () => {
  // 姓名,血糖 / 王,5.6
  const file = Buffer.from([
    0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xd1, 0xaa, 0xcc, 0xc7, 0x0a, 0xcd, 0xf5, 0x2c, 0x35, 0x2e, 0x36,
  ]);
  expect(await readHead(file, 2)).toEqual([
    { sheet: 0, row: 1, cells: { 0: '姓名', 1: '血糖' } },
    { sheet: 0, row: 2, cells: { 0: '王', 1: '5.6' } },
  ]);
});

test('a cell of 32,767 characters and the last row of a sheet are read', async () => {
  const rows = await read(rawBook(`<row r="1048576">${cell(long)}</row>`));
  expect(rows).toEqual([{ sheet: 0, row: 1_048_576, cells: { name: long } }]);
});
