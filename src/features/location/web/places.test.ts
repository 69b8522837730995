import { describe, expect, test } from 'vitest';
import { chipOf, chips } from './filters.ts';
import { chosenMarkers, markerOf } from './markers.ts';
import { alone, applied, outdated, type Person, type PlaceAnswer, type PlaceRow } from './placePoints.ts';
import { fixText, heardText, nearText, standingText } from './placeText.ts';

const now = Date.parse('2026-11-20T01:41:58.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

type Column = [id: string, state: PlaceAnswer['state'][number], kind: PlaceAnswer['kind'][number]];
const answer = (columns: Column[], rest: Partial<PlaceAnswer> = {}): PlaceAnswer => ({
  customerId: columns.map(([id]) => id),
  equipmentId: columns.map(() => null),
  lat: columns.map(() => 28.9),
  lng: columns.map(() => 118.8),
  at: columns.map(([, , kind]) => (kind === 'fresh' || kind === 'stale' ? now / 1000 : null)),
  state: columns.map(([, state]) => state),
  kind: columns.map(([, , kind]) => kind),
  accuracy: columns.map(() => 12),
  ...{ gone: [], cursor: '', count: columns.length, reset: false, more: false, ...rest },
});

describe('the people on the map', () => {
  const first = applied(
    new Map(),
    answer(
      [
        ['1', 'fresh', 'fresh'],
        ['2', 'alarm', 'stale'],
        ['3', 'installed', 'home'],
      ],
      { reset: true },
    ),
  );
  test('keep who has not changed, take over who has, and forget who is gone', () => {
    const next = applied(first, answer([['1', 'stale', 'stale']], { gone: ['2'] }));
    expect([...next.keys()]).toEqual(['1', '3']);
    expect([next.get('3') === first.get('3'), next.get('1')?.look]).toEqual([true, 'stale']);
    expect(applied(next, answer([]))).toBe(next);
  });
  test('begin again with an answer that has all of them', () => {
    expect([...applied(first, answer([['9', 'fresh', 'fresh']], { reset: true })).keys()]).toEqual(['9']);
  });
  test('have a look by state when urgent, else by what the place is', () => {
    expect([...first.values()].map(({ look }) => look)).toEqual(['fresh', 'alarm', 'home']);
  });
  test('count no fix as fresh once answers stay out', () => {
    expect([...outdated(first).values()].map(({ look }) => look)).toEqual(['stale', 'alarm', 'home']);
  });
  test('stand alone when urgent, alarms first, and never more than the map takes as elements', () => {
    const many = Array.from({ length: 150 }, (_, index): Column => [String(index + 10), 'outside', 'fresh']);
    const points = applied(first, answer(many));
    const standing = alone(points);
    expect([standing.length, standing[0]?.id]).toEqual([97, '2']);
  });
});

const place = { lat: 28.9, lng: 118.8, kind: 'fresh', accuracy: 14, source: 'gnss', at: ago(25) } as const;
const row = (changes: Partial<PlaceRow> = {}): PlaceRow => ({
  ...{ customerId: '1', name: '郭素贞', gender: 2, age: 80, livingState: null, projectId: '1', departmentId: '1' },
  ...{
    equipmentId: '1',
    sn: '1',
    kind: 'watch',
    state: 'fresh',
    place,
    near: '离家东 550 米',
    speed: 0.9,
    moving: true,
  },
  ...{
    battery: 81,
    online: 'online',
    lastSeenAt: ago(20),
    stale: false,
    warnId: null,
    warnType: null,
    warnLevel: null,
    warnAt: null,
  },
  ...{ fence: { standing: 'off', id: null, name: null, since: null }, agreement: 'valid' },
  ...changes,
});
const person = (changes: Partial<Person> = {}): Person => ({
  ...{ ...row(), home: null, distance: null, stillSince: null, mobile: null, phone: null, contacts: [], devices: [] },
  ...{ locate: null, lostWarnId: null, ...changes },
});

describe('the words of a place', () => {
  test('give the source and say where the accuracy is only typical', () => {
    expect(fixText(row(), now)).toBe('09:41:33 · GPS ±14 m');
    expect(fixText(row({ place: { ...place, source: 'cell', accuracy: null } }), now)).toBe(
      '09:41:33 · 基站LBS 约 ±1000 m',
    );
  });
  test('are other ones for an installed place, a home, no place and no consent', () => {
    const at = (kind: 'installed' | 'home') =>
      row({ place: { ...place, kind, accuracy: null, source: null, at: null } });
    expect([nearText(at('installed')), fixText(at('installed'), now)]).toEqual(['安装位置', '没有定位']);
    expect([nearText(at('home')), fixText(at('home'), now)]).toEqual(['住址', '没有定位']);
    expect(fixText(row({ place: null }), now)).toBe('没有位置');
    expect(fixText(row({ place: null, agreement: 'withdrawn' }), now)).toBe('定位同意已撤回');
  });
  test('say an old fix by its age, a person outside by the time', () => {
    const old = row({ stale: true, place: { ...place, kind: 'stale', at: ago(43_200) } });
    expect(standingText(old, now)).toEqual({ text: '12 小时前', level: 1 });
    const fence = { standing: 'outside', id: '1', name: '家', since: ago(380) } as const;
    expect(standingText(row({ fence }), now)).toEqual({ text: '越界 6 分钟', level: 2 });
    expect(standingText(row(), now)).toBeNull();
  });
  test('tell the last report from the last fix where they differ', () => {
    expect(heardText(person(), now)).toBe('25 秒前上报并定位');
    const apart = person({ lastSeenAt: ago(60), place: { ...place, kind: 'stale', at: ago(10_900) } });
    expect(heardText(apart, now)).toBe('1 分钟前有上报，没有定位 · 上次定位 3 小时前');
    expect(heardText(person({ place: null, lastSeenAt: null }), now)).toBe('设备还没有上报过');
  });
});

describe('the marker of a person', () => {
  const points = applied(new Map(), answer([['1', 'outside', 'stale']]));
  const point = points.get('1');
  test('is dashed with its time when old, whatever the state, and has no level before its row is there', () => {
    if (!point) throw new Error('no point');
    expect(markerOf(point, undefined, now)).toMatchObject({ kind: 'alarm', stale: true, label: '' });
    expect(markerOf(point, undefined, now)).not.toHaveProperty('level');
    expect(markerOf(point, row({ state: 'outside' }), now)).toMatchObject({ level: 2, label: '郭素贞' });
  });
  test('says age, source and speed for the chosen one, with the home', () => {
    const home = { lat: 28.91, lng: 118.8 };
    expect(chosenMarkers(person({ home }), now)).toMatchObject([
      { id: '1', detail: '25 秒前 · GPS ±14 m · 0.9 km/h' },
      { id: 'home', kind: 'home' },
    ]);
    expect(chosenMarkers(person({ place: null, agreement: 'missing' }), now)).toEqual([]);
  });
});

test('a chip is marked while its filters, and no others of them, are in force', () => {
  expect(chipOf({ keyword: '王' })).toBe('all');
  expect(chipOf(chips.offline.values)).toBe('offline');
  expect(chipOf({ online: 'offline', state: 'stale' })).toBeUndefined();
});
