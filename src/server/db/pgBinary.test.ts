import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/testing/database.ts';
import { bools, byteas, float8s, instants, int4s, int8s, texts } from './pgBinary.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function read(type: string, array: Buffer, as = 'x::text'): Promise<unknown[]> {
  const { rows } = await client.query(
    `select ${as} as x from unnest($1::${type}[]) with ordinality as u (x, n) order by n`,
    [array],
  );
  return rows.map((row) => row.x);
}

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(fc.option(arbitrary), { maxLength: 20 });
const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));

test('every array arrives as it was, nothing in it lost or mistaken', async () => {
  await fc.assert(
    fc.asyncProperty(
      some(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
      some(text),
      some(fc.double({ noNaN: true })),
      some(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      fc.array(fc.boolean(), { maxLength: 20 }),
      fc.array(
        fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('hex')),
        { maxLength: 20 },
      ),
      some(
        fc
          .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
          .map((at) => at.getTime()),
      ),
      async (ids, strings, doubles, ints, flags, bodies, times) => {
        expect(await read('bigint', int8s(ids))).toEqual(ids);
        expect(await read('text', texts(strings))).toEqual(strings);
        expect(await read('float8', float8s(doubles), 'x')).toEqual(doubles);
        expect(await read('int', int4s(ints), 'x')).toEqual(ints);
        expect(await read('boolean', bools(flags), 'x')).toEqual(flags);
        expect(await read('bytea', byteas(bodies), `encode(x, 'hex')`)).toEqual(bodies);
        expect(await read('timestamptz', instants(times), '(extract(epoch from x) * 1000)::float8')).toEqual(times);
      },
    ),
    { numRuns: 60 },
  );
});
