import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sseParser } from './sse.ts';

function parse(chunks: string[]): string[] {
  const seen: string[] = [];
  const feed = sseParser({
    onMessage: (message) => seen.push(`${message.event}=${message.data}`),
    onId: (id) => seen.push(`id=${id}`),
    onComment: (text) => seen.push(`:${text}`),
  });
  for (const chunk of chunks) feed(chunk);
  return seen;
}

describe('event stream parser', () => {
  test('a block gives its event, its data and then its cursor', () => {
    expect(parse(['event: warn\nid: 7.1:1:\ndata: {"a":1}\n\n'])).toEqual(['warn={"a":1}', 'id=7.1:1:']);
  });

  test('several data lines are joined by line feeds, and one leading space is dropped', () => {
    expect(parse(['data: a\ndata:  b\ndata:c\n\n'])).toEqual(['message=a\n b\nc']);
  });

  test('a comment is heard at once and gives no event', () => {
    expect(parse([': beat\n', ':\n'])).toEqual([':beat', ':']);
  });

  test('a cursor without data is confirmed', () => {
    expect(parse(['id: 9\n\n'])).toEqual(['id=9']);
  });

  test('a block cut by the end of the connection is not dispatched and confirms nothing', () => {
    expect(parse(['id: 1\ndata: x\n\nid: 2\ndata: y\n'])).toEqual(['message=x', 'id=1']);
  });

  test('a byte order mark at the start is skipped', () => {
    expect(parse(['\uFEFFdata: x\n\n'])).toEqual(['message=x']);
  });

  test('wherever the chunks are cut, and with whatever line ends, the same events come out', () => {
    const block = fc.record({
      event: fc.constantFrom('warn', 'session', ''),
      data: fc.string({ maxLength: 12 }),
      id: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(block), fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(200)), (blocks, end, cuts) => {
        const clean = blocks.map((each) => ({ ...each, data: each.data.replace(/[\r\n\uFEFF]/g, '') }));
        const text = `${clean.map((each) => [`event: ${each.event}`, `id: ${each.id}`, `data: ${each.data}`, '', ''].join(end)).join('')}:end${end}\n`;
        const places = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort(
          (a, b) => a - b,
        );
        const chunks = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(parse(chunks)).toEqual(parse([text]));
        expect(parse(chunks)).toEqual([
          ...clean.flatMap((each) => [`${each.event || 'message'}=${each.data}`, `id=${each.id}`]),
          ':end',
        ]);
      }),
    );
  });
});
