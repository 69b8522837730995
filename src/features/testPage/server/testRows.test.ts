import { expect, test } from 'vitest';
import { listTestRows, saveSample } from './testRows.ts';

const now = Date.parse('2026-11-20T01:00:00Z');

test('the same page is the same each time, and pages follow each other without gap or overlap', async () => {
  const first = await listTestRows({ page: 1, limit: 20 });
  const halves = await Promise.all([1, 2].map((page) => listTestRows({ page, limit: 10 })));
  expect(halves.flatMap(({ rows }) => rows)).toEqual(first.rows);
  expect(first.rows[0]?.id).toBe('1');
});

test('filters narrow the rows and the total', async () => {
  const { rows, count } = await listTestRows({ state: ['paused'], ageFrom: 80, limit: 200 });
  expect(count).toBe(rows.length);
  expect(rows.every(({ state, age }) => state === 'paused' && age !== null && age >= 80)).toBe(true);
});

test('rows come in the order asked for', async () => {
  const { rows } = await listTestRows({ sort: [{ field: 'amount', order: 'desc' }], limit: 200 });
  const amounts = rows.map(({ amount }) => amount);
  expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
});

test('each mode has its outcome', async () => {
  expect(await listTestRows({ mode: 'empty' })).toEqual({ rows: [], count: 0 });
  expect((await listTestRows({ mode: 'many', limit: 10 })).rows).toHaveLength(10_000);
  await expect(listTestRows({ mode: 'error' })).rejects.toMatchObject({ status: 400 });
  await expect(listTestRows({ mode: 'thrown' })).rejects.not.toHaveProperty('status');
});

test('a save is judged beyond the contract, and the modes force a refusal', async () => {
  const input = { name: '王桂兰', mobile: '13800005678' };
  await expect(saveSample(input, now)).resolves.toEqual({ id: '1' });
  await expect(saveSample({ ...input, idNo: '331102194405210423' }, now)).rejects.toThrow('身份证号校验位不正确');
  await expect(saveSample({ ...input, idNo: '11010519491231002X', gender: 1 }, now)).rejects.toThrow(
    '性别与身份证不一致',
  );
  await expect(saveSample({ ...input, birthDate: '2026-11-21' }, now)).rejects.toThrow('出生日期不能晚于今天');
  await expect(saveSample({ ...input, mode: 'conflict' }, now)).rejects.toMatchObject({ status: 409 });
  await expect(saveSample({ ...input, mode: 'field' }, now)).rejects.toMatchObject({
    data: { errors: { length: 2 } },
  });
});
