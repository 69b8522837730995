import { expect, test } from 'vitest';
import { currentCatalogue } from '#shared/physical/catalogues.ts';
import { headOf, matchHeadings, proposedCode } from './headings.ts';
import { readRow } from './row.ts';

const catalogue = currentCatalogue();
const headings = { idNo: '身份证号', date: '日期', pressure: '血压', '14771-0': '空腹血糖(mg/dL)', '718-7': 'Hb' };
const limits = { today: '2026-11-29', birthDate: '1940-01-01' };
const read = (cells: Record<string, string>) => readRow(catalogue, { date: '2026-11-20', ...cells }, headings, limits);

test.each([
  ['血红蛋白（g/L）', '718-7'],
  [' 空腹血糖 ', '14771-0'],
  ['ALT', '1742-6'],
  ['身份证号码*', undefined],
  ['公民身份号码', 'idNo'],
  ['体检日期', 'date'],
  ['挂号费', undefined],
])('the heading %s is proposed as %s', (heading, code) => {
  expect(proposedCode(catalogue, heading)).toBe(code);
});

test('what was matched by hand stays, and of two proposals for an item the first is taken', () => {
  const matches = matchHeadings(catalogue, ['血色素', '血红蛋白', 'HGB', 'ALT', 'GPT'], { 血色素: '718-7', ALT: null });
  expect(matches.map(({ code, source }) => [code, source]).slice(0, 4)).toEqual([
    ['718-7', 'stored'],
    [null, 'new'],
    [null, 'new'],
    [null, 'stored'],
  ]);
});

test('the row of headings is the first with several different cells', () => {
  const cells: Record<string, string>[] = [{ 0: '体检名单' }, { 0: '姓名', 1: '身份证号 *' }, { 0: '王', 1: '3301' }];
  const lines = cells.map((line, index) => ({ sheet: 0, row: index + 1, cells: line }));
  expect(headOf(lines)).toEqual({
    row: 2,
    headings: [
      { heading: '姓名', samples: ['王'] },
      { heading: '身份证号', samples: ['3301'] },
    ],
  });
});

test('values come in the unit of their heading, marks of a laboratory are left out, pressures are split', () => {
  const { content, errors } = read({ '14771-0': '126', '718-7': '118 ↑', pressure: '150／90' });
  expect(errors).toEqual([]);
  expect(content.items).toEqual([
    { code: '14771-0', value: 126, unit: 'mg/dL' },
    { code: '718-7', value: 118 },
    { code: '8480-6', value: 150 },
    { code: '8462-4', value: 90 },
  ]);
});

test.each([
  [{ '718-7': '偏高' }, 'Hb', /须为数值/],
  [{ '718-7': '9000' }, 'Hb', /应在 .* 之间/],
  [{ pressure: '150' }, '血压', /高压\/低压/],
  [{ date: '1900-01-01' }, '日期', /不能早于 1990-01-01/],
  [{ date: '2026-12-01' }, '日期', /不能晚于 2026-11-29/],
  [{ date: '去年' }, '日期', /不是日期/],
])('%o is refused at its cell', (cells, column, msg) => {
  expect(read(cells as unknown as Record<string, string>).errors).toEqual([
    { column, msg: expect.stringMatching(msg) },
  ]);
});

test('a day of a spreadsheet in other forms is read', () => {
  expect(read({ date: '2026/3/5' }).content.date).toBe('2026-03-05');
});
