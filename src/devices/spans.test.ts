import { expect, test } from 'vitest';
import { jsonRanges, nativeSpans, pushSpans } from './json/jsonSpans.ts';
import type { Span } from './span.ts';
import { encodeWatch } from './watch/frame.ts';
import { watchSpans } from './watch/spans.ts';

const cut = (bytes: Buffer, spans: readonly Span[]) =>
  spans.map(({ field, from, to }) => [field, bytes.toString('utf8', from, to)]);

test('each parameter of a watch stands under the field that was read from it, with its index and Wi-Fi names in any signs', () => {
  const place = '201126,013722,A,28.973412,N,118.874105,E,0.00,0.0,0.0,9,84,67,4213,12,00010000';
  const frame = encodeWatch(
    '3G',
    '4105204731',
    `AL,${place},1,255,460,0,9763,21481,148,1,家,00:11:22:33:44:55,-60`,
    '0A01',
  );
  expect(cut(frame, watchSpans(frame))).toEqual([
    ['number', '4105204731'],
    ['values.type', 'AL'],
    ['time', '201126,013722'],
    ['position.valid', 'A'],
    ['position.lat', '28.973412,N'],
    ['position.lng', '118.874105,E'],
    ['position.speed', '0.00'],
    ['position.course', '0.0'],
    ['position.altitude', '0.0'],
    ['values.satellites', '9'],
    ['values.signal', '84'],
    ['battery', '67'],
    ['steps', '4213'],
    ['values.rollovers', '12'],
    ['values.status', '00010000'],
    ['cells', '1,255,460,0,9763,21481,148'],
    ['wifi', '家,00:11:22:33:44:55,-60'],
  ]);
});

test('health values of a watch have bytes of their own, and what nobody knows is one piece', () => {
  const pressure = encodeWatch('3G', '4105204731', 'bphrt,152,88,76,170,1,84,65');
  expect(cut(pressure, watchSpans(pressure)).slice(2, 5)).toEqual([
    ['readings.systolic', '152'],
    ['readings.diastolic', '88'],
    ['readings.heart_rate', '76'],
  ]);
  const strange = encodeWatch('3G', '4105204731', 'XWQ,1,2');
  expect(cut(strange, watchSpans(strange)).at(-1)).toEqual(['values.parameters', '1,2']);
  const bare = encodeWatch('3G', '4105204731', 'LK');
  expect(watchSpans(bare)).toHaveLength(2);
  expect(watchSpans(Buffer.from('no frame'))).toEqual([]);
});

test('values of JSON are found whatever spaces, escapes and nesting stand around them', () => {
  const bytes = Buffer.from('{ "a\\"b" : [1, {"名": "值,]"}], "t":true}');
  const at = (path: string) => bytes.toString('utf8', ...(jsonRanges(bytes).get(path) as [number, number]));
  expect([at('/a"b/0'), at('/a"b/1/名'), at('/t'), at('')]).toEqual(['1', '"值,]"', 'true', bytes.toString()]);
  expect(jsonRanges(Buffer.from('['.repeat(40))).has('')).toBe(false);
});

test('our own message and a mapped one say which bytes their fields stand in, in a list and in a form too', () => {
  const own = Buffer.from('{"sn":"A-1","battery":76,"readings":[{"kind":"heart_rate","value":72}],"door":1}');
  expect(cut(own, nativeSpans(own))).toEqual([
    ['number', '"A-1"'],
    ['battery', '76'],
    ['readings.heart_rate', '72'],
    ['values.door', '1'],
  ]);
  const mapping = { body: 'json' as const, messages: '/data', number: ['/imei'], time: { path: '/t' } };
  const listed = Buffer.from('{"data":[{"imei":"86","t":1700000000}]}');
  expect(cut(listed, pushSpans(listed, mapping))).toEqual([
    ['number', '"86"'],
    ['time', '1700000000'],
  ]);
  const alone = Buffer.from('{"imei":"86","t":1700000000}');
  expect(cut(alone, pushSpans(alone, mapping))).toHaveLength(2);
  const form = Buffer.from('imei=86&bpm=72');
  const formed = { body: 'form' as const, number: ['/imei'], readings: [{ path: '/bpm', kind: 'heart_rate' }] };
  expect(cut(form, pushSpans(form, formed))).toEqual([
    ['number', '86'],
    ['readings.heart_rate', '72'],
  ]);
});
