import { expect, test } from 'vitest';
import { type Card, floorsOf, isCounted, linkOf, pageOf, troubled, troubleText } from './card.ts';
import { limitOf, limitsText } from './limits.ts';
import { ageText, clockText, elapsedText, roughText } from './times.ts';

const now = Date.parse('2026-11-20T01:41:58.000Z');
const zone = 'Asia/Shanghai';
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const aCard = (card: Partial<Card>): Card => ({
  ...{
    customerId: '7',
    name: '赵长根',
    departmentName: '照护中心',
    building: '1号楼',
    floor: '1',
    room: '101',
    bed: '1',
  },
  ...{
    reserved: false,
    equipmentId: '9',
    state: 'in',
    inBed: true,
    since: ago(10),
    heart: null,
    breath: null,
    warn: null,
  },
  ...{ at: ago(0), leaveUntil: null, timeZone: zone, strip: null },
  ...card,
});
const warn = { id: '5', type: 'sos', family: 'sos', level: 1, note: null, pending: true, since: ago(1) } as const;

test('floors lie above each other as in a house, each building by itself, and people at home come last', () => {
  const cards = [
    aCard({ floor: '1' }),
    aCard({ floor: '2', room: '201' }),
    aCard({ floor: '10', room: '1001' }),
    aCard({ building: '2号楼', floor: '1' }),
    aCard({ building: null, departmentName: null, floor: null, room: null, bed: null }),
  ];
  const floors = floorsOf(cards, () => null);
  expect(floors.map(({ building, label }) => [building, label])).toEqual([
    ['1号楼', '10'],
    ['1号楼', '2'],
    ['1号楼', '1'],
    ['2号楼', '1'],
    ['', '居家'],
  ]);
  expect(pageOf(floors, 2, 3).map(({ building, label }) => [building, label])).toEqual([
    ['2号楼', '1'],
    ['', '居家'],
  ]);
});

test('a bed is named by its room, with its number where the room has several', () => {
  const rooms = floorsOf([aCard({ bed: '1' }), aCard({ bed: '2' }), aCard({ room: '102' })], () => null);
  expect(rooms[0]?.cards.map(({ title }) => title)).toEqual(['101-1', '101-2', '102']);
});

test('the most urgent of warn, value and limit is the level of a card, and stands first', () => {
  const heart = { value: 112, at: ago(0), level: 2 } as const;
  const floors = floorsOf(
    [
      aCard({ room: '101', heart }),
      aCard({ room: '102', warn, heart }),
      aCard({ room: '103', state: 'out', since: ago(42) }),
      aCard({ room: '104' }),
    ],
    ({ room }) => (room === '103' ? { minutes: 30, level: 2 } : 'free'),
  );
  expect(troubled(floors).map((placed) => [placed.title, placed.level, troubleText(placed, now)])).toEqual([
    ['102', 1, '主动呼救 · 01:00 未接'],
    ['103', 2, '离床 42 分，限 30 分'],
    ['101', 2, '心率 112'],
  ]);
});

test('a card leads to its warn, else to its person, and an empty bed nowhere', () => {
  expect(linkOf(aCard({ warn }))).toBe('#/warn/sos?id=5');
  expect(linkOf(aCard({ warn: { ...warn, type: 'health', family: 'health' } }))).toBe('#/healthy/early_warning/5');
  expect(linkOf(aCard({}))).toBe('#/healthy/archives/7');
  expect(linkOf(aCard({ customerId: null }))).toBeUndefined();
});

test('who lies in bed with a weak signal counts in bed, too', () => {
  expect([isCounted(aCard({ state: 'weak' }), 'in'), isCounted(aCard({ state: 'weak' }), 'weak')]).toEqual([
    true,
    true,
  ]);
  expect(isCounted(aCard({ state: 'out' }), 'in')).toBe(false);
});

const rule = (minutes: number, level: number, rest: object = {}) => ({
  ...{ definition: { value: 0, minutes }, level, hours: { from: '22:00', to: '06:00' }, scope: { all: true } },
  ...rest,
});

test('the limit of being out is the next of the rules in force, then the last one that is passed with its level', () => {
  const night = Date.parse('2026-11-19T17:00:00.000Z');
  const out = (minutes: number) => new Date(night - minutes * 60_000).toISOString();
  const rules = [rule(30, 2), rule(15, 3), rule(60, 1)];
  expect(limitOf(rules, out(10), zone, night)).toEqual({ minutes: 15, level: null });
  expect(limitOf(rules, out(42), zone, night)).toEqual({ minutes: 30, level: 2 });
  expect(limitOf(rules, out(4 * 60), zone, night)).toBe('free');
  expect(limitOf(rules, ago(42), zone, now)).toBe('free');
  expect(limitOf([rule(60, 3, { hours: null, scope: { tag: ['alone'] } })], ago(42), zone, now)).toBeNull();
});

test('the limits are said in words, and that there is none', () => {
  expect(limitsText([rule(30, 2), rule(15, 3), rule(60, 3, { scope: { tag: ['alone'] } })])).toBe(
    '离床限：22:00–06:00 15、30 分；另有 1 条只对部分人',
  );
  expect(limitsText([])).toBe('没有启用的离床规则');
});

test('times are short: a state counts hours, a value its seconds, and another day is named', () => {
  expect([ago(0.3), ago(42), ago(151), ago(24 * 60)].map((at) => elapsedText(at, now))).toEqual([
    ...['18 秒', '42 分', '2:31', '超 24 小时'],
  ]);
  expect([ago(18), ago(130), ago(72 * 60)].map((at) => roughText(at, now))).toEqual(['18 分', '2 小时', '3 天']);
  expect([ago(7 / 60), ago(1.6)].map((at) => ageText(at, now))).toEqual(['7 秒', '01:36 前']);
  expect([ago(40), ago(12 * 60), ago(-24 * 60), ago(72 * 60)].map((at) => clockText(at, zone, now))).toEqual([
    ...['09:01', '昨 21:41', '明天 09:41', '11-17 09:41'],
  ]);
});
