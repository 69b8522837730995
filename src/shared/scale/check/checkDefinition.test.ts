import { expect, test } from 'vitest';
import { seededScales } from '../seeds.ts';
import { checkDefinition } from './checkDefinition.ts';
import { changed, own, placesIn } from './testing.ts';

const problemsOf = (input: unknown) => (checkDefinition(input).problems ?? []).map(({ field }) => field);

test.each(seededScales.map((scale) => [scale.code, scale] as const))('%s of the box is in order', (_code, scale) => {
  expect(checkDefinition(scale)).toEqual({ definition: scale });
});

test('a scale with every key of the grammar is in order', () => {
  expect(checkDefinition(own)).toEqual({ definition: own });
});

const everywhere = [own, ...seededScales].flatMap((scale) => [...placesIn(scale)].map((place) => ({ scale, place })));

test('a key that the grammar does not have is refused at its place, in every object', () => {
  const objects = everywhere.filter(({ place }) => place.isObject && !place.isOpen);
  expect(objects.length).toBeGreaterThan(1000);
  for (const { scale, place } of objects) {
    const field = place.path.length === 0 ? 'unknownKey' : `${place.text}.unknownKey`;
    const value = { ...(place.value as object), unknownKey: 1 };
    expect(problemsOf(changed(scale, place.path, value))).toContain(field);
  }
});

test('a value of another type is refused at its place, everywhere', () => {
  for (const { scale, place } of everywhere.filter(({ place: { path } }) => path.length > 0)) {
    const wrong = typeof place.value === 'object' ? 'text' : [[]];
    const fields = problemsOf(changed(scale, place.path, wrong));
    // A value within a pair such as [item, option] may be reported there.
    expect(
      fields.some((field) => place.text.startsWith(field) || field.startsWith(place.text)),
      place.text,
    ).toBe(true);
  }
});

test('a key that is needed and absent is refused at its place', () => {
  const optional =
    /\.(oneOf|notes|default|group|from|to|options|label)$|^(parts|facts|levels|bandSets|rules|assessors|ability|prorate)$/;
  const keys = everywhere.filter(({ place }) => typeof place.path.at(-1) === 'string' && !optional.test(place.text));
  for (const { scale, place } of keys) {
    const fields = problemsOf(changed(scale, place.path, undefined));
    expect(fields.length, `${scale.code} ${place.text}`).toBeGreaterThan(0);
    const parent = place.text.replace(/\.?[^.[]*$/, '');
    expect(
      fields.some((field) => field.startsWith(parent)),
      `${place.text}: ${fields}`,
    ).toBe(true);
  }
});

const item = own.items[0];
const set = { code: 'S', label: '分级', bands: [{ code: 'a', label: '甲', from: 0, to: 100 }] };
const when = (condition: object) => ({ rules: [{ ...own.rules?.[0], when: condition }] });

test.each<[name: string, change: object, field: string]>([
  [
    'points that are no whole number',
    { items: [{ ...item, options: [{ code: '1', label: '', points: 0.5 }] }] },
    'items[0].options[0].points',
  ],
  [
    'points as a text',
    { items: [{ ...item, options: [{ code: '1', label: '', points: '1' }] }] },
    'items[0].options[0].points',
  ],
  ['a code twice', { items: [item, item] }, 'items[1].code'],
  [
    'an option twice',
    { items: [{ ...item, options: [item?.options[0], item?.options[0]] }] },
    'items[0].options[1].code',
  ],
  ['a part of an unknown item', { parts: [{ code: 'P', label: '部分', items: ['nowhere'] }] }, 'parts[0].items[0]'],
  ['an alternative without another', { items: [{ ...item, oneOf: 'x' }] }, 'items[0].oneOf'],
  ['a sum in no band', { bandSets: [{ ...set, bands: [{ ...set.bands[0], from: 1 }] }] }, 'bandSets[0].bands'],
  [
    'a sum in two bands',
    { bandSets: [{ ...set, bands: [set.bands[0], { code: 'b', label: '乙', from: 2, to: 2 }] }] },
    'bandSets[0].bands',
  ],
  [
    'a band that ends before it starts',
    { bandSets: [{ ...set, bands: [{ ...set.bands[0], from: 9, to: 1 }] }] },
    'bandSets[0].bands[0].to',
  ],
  [
    'two defaults',
    {
      bandSets: [
        { ...set, default: true },
        { ...set, code: 'T', default: true },
      ],
    },
    'bandSets[1].default',
  ],
  ['grades by bands without bands', { bandSets: [], rules: [] }, 'bandSets'],
  ['bands without a total', { total: { of: null }, prorate: undefined }, 'bandSets'],
  ['an unknown operator', when({ formula: '1 + 1' }), 'rules[0].when'],
  ['two operators', when({ flag: 'alert', sum: 'falls', gte: 1 }), 'rules[0].when.flag'],
  ['an unknown item in a condition', when({ answer: ['nowhere', '1'] }), 'rules[0].when.answer[0]'],
  ['an unknown option in a condition', when({ any: [{ answer: ['1', '7'] }] }), 'rules[0].when.any[0].answer[1]'],
  [
    'an unknown fact in a condition',
    when({ none: [{ all: [{ flag: 'nowhere' }] }] }),
    'rules[0].when.none[0].all[0].flag',
  ],
  ['a flag that is none', when({ flag: 'falls' }), 'rules[0].when.flag'],
  ['a sum of what is no count', when({ sum: 'alert', gte: 1 }), 'rules[0].when.sum'],
  ['a level of a part without', when({ level: ['nowhere', '=', 1] }), 'rules[0].when.level[0]'],
  ['an unknown comparison', when({ level: ['P', '<>', 1] }), 'rules[0].when.level[1]'],
  ['choices in a condition', when({ fact: 'aids', from: 'stick' }), 'rules[0].when.fact'],
  ['a range that ends before it starts', when({ fact: 'illness', from: 'F05', to: 'F01' }), 'rules[0].when.to'],
  ['a range without ends', when({ fact: 'illness' }), 'rules[0].when.from'],
  ['a choice that is none', when({ fact: 'school', from: 'nowhere' }), 'rules[0].when.from'],
  [
    'a rule that sets an unknown grade',
    { rules: [{ ...own.rules?.[0], effect: { set: 'nowhere' } }] },
    'rules[0].effect.set',
  ],
  ['a rule of two grades', { rules: [{ ...own.rules?.[0], effect: { worse: 2 } }] }, 'rules[0].effect.worse'],
  ['rules without a grade', { grade: null }, 'rules'],
  ['a fact of an unknown kind', { facts: [{ key: 'x', label: 'x', kind: 'formula' }] }, 'facts[0].kind'],
  ['a choice without options', { facts: [{ key: 'x', label: 'x', kind: 'choice' }] }, 'facts[0].options'],
  ['an ability level of another scale', { ability: true }, 'ability'],
  ['more left out than there is', { items: [item], prorate: { missing: 1 } }, 'prorate.missing'],
  ['GB/T 42195 of other maxima', { code: 'gbt42195' }, 'items'],
  ['a code that is no code', { code: '__proto__' }, 'code'],
])('%s is refused at its place', (_name, change, field) => {
  expect(problemsOf({ ...own, ...change })).toContain(field);
});

const chosen = (sets: object) => ({
  bandSets: [
    { code: 'by', default: true, by: { fact: 'school', sets } },
    { code: 'by2', by: { fact: 'school', sets: { low: 'by', high: 'by' } } },
    set,
  ],
});
test('band sets that a fact chooses have a plain set for each choice, and no ring', () => {
  const grades = { rules: [] };
  expect(problemsOf({ ...own, ...grades, ...chosen({ low: 'S', high: 'by2' }) })).toEqual([
    ...['bandSets[0].by.sets.high', 'bandSets[1].by.sets.low', 'bandSets[1].by.sets.high'],
  ]);
  expect(problemsOf({ ...own, ...grades, ...chosen({ low: 'S' }) })).toContain('bandSets[0].by.sets.high');
  expect(problemsOf({ ...own, ...grades, ...chosen({ low: 'S', high: 'S', other: 'S' }) })).toContain(
    'bandSets[0].by.sets.other',
  );
});

test('a matrix names its grades, and the levels of each part cover its sums', () => {
  const matrix = seededScales.find(({ code }) => code === 'mzt039');
  const levels = matrix?.levels ?? [];
  const worst = levels[2] as { map: object };
  expect(
    problemsOf({
      ...matrix,
      levels: [{ part: 'A', by: 'bands', bands: [{ level: 0, from: 5, to: 100 }] }, ...levels.slice(1)],
    }),
  ).toContain('levels[0].bands');
  expect(
    problemsOf({
      ...matrix,
      levels: [...levels.slice(0, 2), { ...worst, map: { ...worst.map, C1: [0, 2, 3] } }, levels[3]],
    }),
  ).toContain('levels[2].map.C1');
  expect(problemsOf({ ...matrix, grade: { ...matrix?.grade, hole: 'worst' } })).toContain('grade.hole');
});

test('a sum that only answers left out can reach needs a band too', () => {
  const two = { ...own, rules: [], items: own.items.slice(0, 2), parts: [], levels: [], prorate: { missing: 1 } };
  const bands = (to: number) => ({ bandSets: [{ ...set, bands: [{ ...set.bands[0], to }] }] });
  expect(problemsOf({ ...two, ...bands(6) })).toEqual([]);
  expect(problemsOf({ ...two, ...bands(5) })).toEqual(['bandSets[0].bands']);
  // With the 2 open, the 3 of the other counts twice.
  expect(problemsOf({ ...two, prorate: undefined, ...bands(5) })).toEqual([]);
});

test('what is far too large is refused before it is read', () => {
  const label = '字'.repeat(2_000_000);
  expect(problemsOf({ ...own, items: [{ ...item, label }] })).toContain('items[0].label');
  expect(
    problemsOf({ ...own, items: Array.from({ length: 1000 }, (_, code) => ({ ...item, code: String(code) })) }),
  ).toEqual(['items']);
  const wide = Array.from({ length: 300 }, (_one, code) => ({
    ...{ code: String(code), label: '问题'.repeat(50) },
    options: Array.from({ length: 30 }, (_option, points) => ({
      code: String(points),
      label: '选项'.repeat(100),
      points,
    })),
  }));
  expect(problemsOf({ ...own, items: wide }).length).toBeGreaterThan(0);
  expect(problemsOf(Object.fromEntries(Array.from({ length: 100_000 }, (_, key) => [`key${key}`, 1])))).toHaveLength(
    20,
  );
});

test('a ring of conditions is refused', () => {
  const ring: { any: unknown[] } = { any: [] };
  ring.any.push(...Array(50).fill(ring));
  expect(problemsOf({ ...own, ...when(ring) }).length).toBeGreaterThan(0);
});

test.each([[null], [undefined], [1], ['text'], [[]], [new Date()], [{}]])('%j is no scale', (input) => {
  expect(problemsOf(input).length).toBeGreaterThan(0);
});
