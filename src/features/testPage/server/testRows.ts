import { setTimeout as wait } from 'node:timers/promises';
import { invalid, invalidField, Problem } from '#server/core/problem.ts';
import { limitsOf } from '#server/db/paging.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { ageOn, idNoProblem, normalizeIdNo, readIdNo, todayInChina } from '#shared/idCard.ts';
import type { testPageApi } from '../contract.ts';

type Query = InputOf<typeof testPageApi.getSampleList>;
type Row = OutputOf<typeof testPageApi.getSampleList>;
type Saved = InputOf<typeof testPageApi.saveSample>;

/** Number of test rows; the mode 「many」 returns them all in one page. */
const usual = 286;
const many = 10_000;
/** Delay of the mode 「slow」, ms. */
const slowness = 3000;

const surnames = '王李张陈刘赵黄吴周徐孙马朱胡郭林何高罗梁';
const givenNames = [
  '桂兰',
  '德福',
  '淑珍',
  '永康',
  '玉梅',
  '长根',
  '秋菊',
  '阿根',
  '慧芳',
  '金宝',
  '月娥',
  '国梁',
  '巧云',
  '文斌',
];
const communities = [
  '柳岸新村',
  '望湖花园',
  '石桥公寓',
  '桂园小区',
  '南门新苑',
  '长桥家园',
  '文昌里',
  '梧桐苑',
  '梅园新村',
];
const states = ['active', 'active', 'active', 'pending', 'paused'];
/** A name of 20 characters and an address of three lines, which every screen must fit. */
const longName = '阿卜杜热合曼·买买提江·吐尔逊·艾力';
const longCommunity =
  '望湖街道柳岸新村北区二期 12 幢东侧老年活动中心旁边的平房（进小区大门后左转，过桥第二排，门口有桂花树）';

/** Instant of the newest row; each row is 37 minutes older. */
const newest = Date.parse('2026-11-20T01:41:58.000Z');

/** Returns the row of an id, always equal, without a table. */
function rowOf(id: number): Row {
  const mixed = (id * 2_654_435_761) % 4_294_967_296;
  const pick = <T>(list: ArrayLike<T>, part: number): T => list[Math.floor(mixed / part) % list.length] as T;
  const rare = id % 17 === 4;
  return {
    id: String(id),
    name: rare ? longName : pick(surnames, 7) + pick(givenNames, 131),
    age: id % 13 === 6 ? null : 60 + (Math.floor(mixed / 17) % 42),
    community: rare ? longCommunity : pick(communities, 19),
    state: pick(states, 23),
    amount: Math.floor(mixed / 29) % 100_000,
    createdAt: new Date(newest - (id - 1) * 37 * 60_000).toISOString(),
  };
}

function matches(row: Row, { keyword, state, ageFrom, ageTo }: Query): boolean {
  return (
    (!keyword || row.name.includes(keyword) || row.community.includes(keyword)) &&
    (!state || state.length === 0 || (state as string[]).includes(row.state)) &&
    (ageFrom === undefined || (row.age ?? -1) >= ageFrom) &&
    (ageTo === undefined || (row.age !== null && row.age <= ageTo))
  );
}

const collator = new Intl.Collator('zh-CN');

function compare(a: Row, b: Row, sort: Query['sort']): number {
  for (const { field, order } of sort ?? []) {
    const [leftValue, rightValue] = [a[field], b[field]];
    const difference =
      typeof leftValue === 'string' && typeof rightValue === 'string'
        ? collator.compare(leftValue, rightValue)
        : Number(leftValue ?? -1) - Number(rightValue ?? -1);
    if (difference !== 0) {
      return order === 'asc' ? difference : -difference;
    }
  }
  return Number(a.id) - Number(b.id);
}

/**
 * Returns generated rows, filtered, sorted and paged like a real list; `mode` forces an outcome. Throws a Problem for
 * 「error」 and an unexpected error for 「thrown」.
 */
export async function listTestRows(query: Query): Promise<Paged<Row>> {
  const { mode = 'normal' } = query;
  const { limit, offset } = limitsOf(query);
  if (mode === 'error') {
    throw new Problem(400, '样例接口按要求拒绝了这次查询');
  }
  if (mode === 'thrown') {
    throw new Error('sample fault, asked for by mode=thrown');
  }
  if (mode === 'slow') {
    await wait(slowness);
  }
  const size = { empty: 0, many }[mode as 'empty' | 'many'] ?? usual;
  const allRows = Array.from({ length: size }, (_, index) => rowOf(index + 1))
    .filter((row) => matches(row, query))
    .sort((a, b) => compare(a, b, query.sort));
  const rows = mode === 'many' ? allRows : allRows.slice(offset, offset + limit);
  return { rows, count: allRows.length };
}

/** Validates rules beyond the contract, with the sentences of domain.md 3.2. */
function validateIdentity({ idNo, gender, birthDate, age }: Saved, today: string): void {
  const wrong = idNo === undefined ? undefined : idNoProblem(idNo, today);
  if (wrong) {
    throw invalidField('idNo', wrong, 'idNo');
  }
  const facts = idNo === undefined ? undefined : readIdNo(idNo, today);
  if (facts && gender !== undefined && gender !== facts.gender) {
    throw invalidField('gender', '性别与身份证不一致', 'idNo');
  }
  if (birthDate !== undefined && birthDate > today) {
    throw invalidField('birthDate', '出生日期不能晚于今天', 'past');
  }
  if (facts && age !== undefined && age !== ageOn(facts.birthDate, today)) {
    throw invalidField('age', '年龄与身份证不一致', 'idNo');
  }
}

/** Validates like a real save and stores nothing; `mode` forces an outcome. Throws a Problem when refused. */
export async function saveSample(input: Saved, now: number): Promise<{ id: string }> {
  validateIdentity(input, todayInChina(now));
  if (input.mode === 'field') {
    throw invalid([
      { field: 'mobile', rule: 'unique', msg: '该手机号已被使用' },
      { field: 'name', rule: 'known', msg: '同一社区已有同名客户，请补充区别' },
    ]);
  }
  if (input.mode === 'conflict') {
    throw new Problem(409, '数据已被 李静 于 09:32 修改，请刷新', {
      version: 8,
      updatedBy: '李静',
      updatedAt: '2026-11-20T01:32:00.000Z',
      changes: [
        { field: 'mobile', old: '13800005678', new: '13900002046' },
        { field: 'community', old: '柳岸新村', new: '望湖花园' },
      ],
    });
  }
  if (input.mode === 'error') {
    throw new Error('sample fault, asked for by mode=error');
  }
  if (input.mode === 'slow') {
    await wait(slowness);
  }
  const digits = normalizeIdNo(input.idNo ?? '').slice(-6, -1);
  return { id: String(Number(digits) || 1) };
}
