import { describe, expect, test } from 'vitest';
import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { changesIn } from './conflictChanges.ts';
import { cellPath, countProblem, reordered } from './rows.ts';
import type { Field, FormValues, RowsOptions } from './types.ts';
import { draftOf } from './useDraft.ts';
import { cleanValues, firstPerField, problemsOfRow, validateForm } from './values.ts';

const medicines: Field & RowsOptions = {
  ...{ kind: 'rows', field: 'items', label: '用药', rowLabel: '用药', measure: '种', max: 3 },
  cells: [
    { kind: 'text', field: 'name', label: '药名', required: true },
    { kind: 'phone', field: 'mobile', label: '电话' },
    { kind: 'text', field: 'reason', label: '原因', required: true, shown: ({ stopped }) => stopped === true },
    { kind: 'switch', field: 'stopped', label: '已停用' },
  ],
  item: strict({
    id: Type.Optional(Type.String()),
    name: Type.String({ maxLength: 5, title: '药名' }),
    mobile: Type.Optional(Type.String({ pattern: '^\\d{11}$', title: '电话', msg: '请输入正确的电话' })),
    stopped: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Type.String({ title: '原因' })),
  }),
};
const fields: readonly Field[] = [{ kind: 'text', field: 'doctor', label: '医生' }, medicines];
const now = Date.parse('2026-11-20T01:00:00Z');
const judged = (values: FormValues, list: Field = medicines) => validateForm(values, { fields: [list], now });

describe('rows inside a form', () => {
  test('each cell is judged by the rules of its row, and the field tells the first with its row', () => {
    const [problem, ...others] = judged({ items: [{ name: '氨氯地平' }, { mobile: '138' }, { name: '阿托伐他汀钙' }] });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ field: 'items', msg: '第 2 种用药：请填写药名' });
    expect(problem?.cells?.map(({ field, msg }) => `${field} ${msg}`)).toEqual([
      '1.name 请填写药名',
      '1.mobile 请输入正确的电话',
      '2.name 药名最多5个字',
    ]);
  });

  test('a cell that its row does not show is neither judged nor sent', () => {
    expect(judged({ items: [{ name: '甲', stopped: true }] })[0]?.cells).toMatchObject([{ field: '0.reason' }]);
    expect(judged({ items: [{ name: '甲', stopped: false }] })).toEqual([]);
    expect(cleanValues({ items: [{ id: '7', name: ' 甲 ', mobile: '138 0000 5678', reason: '旧' }] }, fields)).toEqual({
      items: [{ id: '7', name: '甲', mobile: '13800005678' }],
    });
  });

  test('too few and too many rows are told', () => {
    expect(judged({}, { ...medicines, min: 1 })).toMatchObject([{ field: 'items', msg: '至少填写 1 种用药' }]);
    expect(judged({ items: [] }, { ...medicines, required: true })).toMatchObject([{ msg: '至少填写 1 种用药' }]);
    expect(countProblem(medicines, 4)).toBe('最多 3 种用药');
    expect(judged({})).toEqual([]);
  });

  test('a rule of the row over several cells speaks at its cell', () => {
    const check: RowsOptions['check'] = ({ name, mobile }) =>
      name === '甲' && !mobile ? [{ field: 'mobile', rule: 'own', msg: '甲要有电话' }] : [];
    expect(problemsOfRow({ ...medicines, check }, { name: '甲' }, 0, now)).toMatchObject([
      { field: 'mobile', msg: '甲要有电话' },
    ]);
  });
});

describe('what the server says about a row', () => {
  const problem = (field: string, msg: string) => ({ field, rule: 'server', msg });

  test('lands in its cell, whichever way the path is written', () => {
    const told = [
      problem('items[3].name', '已有'),
      problem('items.3.mobile', '空号'),
      problem('doctor', '不认识'),
      problem('items.0', '重复'),
    ];
    const [doctor, items, ...others] = firstPerField(told, fields);
    expect([doctor?.msg, items?.msg, others]).toEqual(['不认识', '第 4 种用药：已有', []]);
    expect(items?.cells?.map(({ field, msg }) => `${field} ${msg}`)).toEqual([
      '3.name 已有',
      '3.mobile 空号',
      '0. 重复',
    ]);
  });

  test('is not lost when problems are sorted again', () => {
    const once = firstPerField([problem('items.1.name', '已有')], fields);
    expect(firstPerField([...once, problem('doctor', '不认识')], fields)).toEqual([
      problem('doctor', '不认识'),
      ...once,
    ]);
  });

  test('a path without a row is left as it is', () => {
    expect(cellPath('doctor')).toEqual({ whole: 'doctor' });
    expect(cellPath('health.items')).toEqual({ whole: 'health.items' });
    expect(cellPath('items[0].dose.unit')).toEqual({ whole: 'items.0.dose.unit', row: 0, cell: 'dose.unit' });
  });
});

test('rows move inside the list only', () => {
  expect(reordered(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(reordered(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [5, 0],
  ] as const)
    expect(reordered(['a', 'b', 'c'], from, to)).toEqual(['a', 'b', 'c']);
});

test('a draft has no secret cell, a conflict tells how many rows there are', () => {
  const cells: Field[] = [
    { kind: 'text', field: 'name', label: '药名' },
    { kind: 'text', field: 'pin', label: '密码', secret: true },
  ];
  expect(draftOf({ items: [{ name: '甲', pin: '12' }] }, [{ ...medicines, cells }])).toEqual({
    items: [{ name: '甲' }],
  });
  const changes = [{ field: 'items', old: [{}], new: [{}, {}] }];
  const conflict = { msg: '', version: 2, updatedBy: '李静', updatedAt: '', changes };
  expect(changesIn(conflict, fields)).toMatchObject([{ old: '1 种用药', new: '2 种用药' }]);
});
