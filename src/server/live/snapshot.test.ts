import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alreadySent, covers, formatCursor, isVisible, parseCursor, parseSnapshot, type Snapshot } from './snapshot.ts';

/** Returns the snapshot text of transactions 1…n while `open` are still running. */
function snapshotOf(count: number, open: number[]): Snapshot {
  const running = [...new Set(open.filter((xid) => xid <= count))].sort((a, b) => a - b);
  return parseSnapshot(`${running[0] ?? count + 1}:${count + 1}:${running.join(',')}`) as Snapshot;
}

const counts = fc.integer({ min: 1, max: 60 });
const openXids = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 });

test('a snapshot sees what has begun before it and does not run any more', () => {
  fc.assert(
    fc.property(counts, openXids, (count, open) => {
      const snapshot = snapshotOf(count, open);
      for (let xid = 1; xid <= 70; xid++)
        expect(isVisible(snapshot, BigInt(xid))).toBe(xid <= count && !open.includes(xid));
    }),
  );
});

test('a snapshot covers another exactly when it sees all that the other saw', () => {
  fc.assert(
    fc.property(counts, openXids, counts, openXids, (count, open, m, others) => {
      const [later, earlier] = [snapshotOf(count, open), snapshotOf(m, others)];
      const all = Array.from({ length: 61 }, (_, index) => BigInt(index + 1));
      const coversAll = all.every((xid) => !isVisible(earlier, xid) || isVisible(later, xid));
      if (covers(later, earlier)) expect(coversAll).toBe(true);
      if (coversAll && later.xmax >= earlier.xmax) expect(covers(later, earlier)).toBe(true);
    }),
  );
});

test('a cursor comes back as it was sent, and only in its own epoch', () => {
  fc.assert(
    fc.property(
      counts,
      openXids,
      fc.option(fc.tuple(counts, openXids, fc.bigInt(0n, 2n ** 62n))),
      (count, open, within) => {
        const cursor = {
          epoch: '7-0001',
          base: snapshotOf(count, open),
          batch: within ? snapshotOf(within[0], within[1]) : null,
          upTo: within ? within[2] : 0n,
        };
        expect(parseCursor(formatCursor(cursor), '7-0001')).toEqual(cursor);
        expect(parseCursor(formatCursor(cursor), '7-0002')).toBeNull();
        expect(formatCursor(cursor)).toMatch(/^[\x21-\x7e]+$/);
      },
    ),
  );
});

test('whatever a client sends as cursor is read or refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.constantFrom('e', '.', ':', '~', ',', '1', '99', '-')), (text, parts) => {
      for (const cursorText of [text, parts.join(''), `e.${parts.join('')}`, `e.${'1'.repeat(5000)}`])
        parseCursor(cursorText, 'e');
    }),
  );
});

test('inside a batch exactly the events up to the cursor have been had', () => {
  const base = snapshotOf(10, [4, 7]);
  const cursor = { epoch: 'e', base, batch: snapshotOf(20, [7, 15]), upTo: 100n };
  expect(alreadySent(cursor, 3n, 999n)).toBe(true);
  expect([alreadySent(cursor, 4n, 100n), alreadySent(cursor, 4n, 101n)]).toEqual([true, false]);
  expect([alreadySent(cursor, 15n, 50n), alreadySent(cursor, 7n, 50n), alreadySent(cursor, 21n, 50n)]).toEqual([
    false,
    false,
    false,
  ]);
});
