import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveApi } from '#features/archive/contract.ts';
import { extensionsOf } from '#server/feature/extensions.ts';
import { startApp, type TestApp } from '#server/testing/app.ts';
import { type Check, names } from '#server/testing/authorization.ts';
import { CaseWorld } from '#server/testing/scope/caseWorld.ts';
import type { Endpoint } from '#shared/endpoint.ts';

const refusal = '档案已封存，不能修改';
const health = ['archive', 'reading', 'trend', 'vitals'];
/** Changes outside every archive, with the reason. */
const outside: Readonly<Record<string, string>> = {
  uploadArchiveFile: 'the file is in no archive until a row names it',
};
/** Inputs about a customer where the authorization cases have none. */
const inputs: Readonly<Record<string, Check>> = {
  addReadingBatch: names('customer', ({ id }) => ({
    rows: [{ customerId: id, values: { heart_rate: 70 }, measuredAt: new Date(Date.now() - 60_000).toISOString() }],
  })),
};

const all = await extensionsOf('authorization');
/** Endpoints that change something: a look that is only logged begins with get or export. */
const writing = all
  .filter(({ name }) => health.includes(name))
  .flatMap(({ extension: { endpoints, cases } }) =>
    Object.entries(endpoints)
      .filter(([name, { change }]) => change && !/^(get|export)[A-Z]/.test(name) && !(name in outside))
      .map(([name, endpoint]): [string, Endpoint, Check | undefined] => {
        const own = cases[name];
        const checks = own && 'checks' in own ? own.checks : [];
        return [name, endpoint, inputs[name] ?? checks.find(({ how }) => how === 'names')];
      }),
  );

let app: TestApp;
let places: CaseWorld;
beforeAll(async () => {
  app = await startApp();
  const kinds = all.flatMap(({ extension }) => Object.entries(extension.kinds));
  places = await CaseWorld.open(app, new Map(kinds));
});
afterAll(() => app.stop());

/** Seals the archive that the row is or belongs to; returns its customer. */
async function seal(table: string, id: string): Promise<string> {
  const column = table === 'customer' ? 'id' : 'customer_id';
  const [row] = await app.sql<{ id: string }>(`select ${column}::text as id from ${table} where id = $1`, [id]);
  await app.sql(`update customer set service_state = 'ended' where id = $1`, [row?.id]);
  await app.sql('insert into customer_leaving (customer_id, archive_sealed_at) values ($1, now())', [row?.id]);
  return row?.id ?? '';
}

test.each(writing)('%s refuses a sealed archive', async (_name, endpoint, check) => {
  if (!check) throw new Error('No input about a customer: add one to `inputs`, or the reason to `outside`');
  const user = await places.userAt(places.home, [endpoint.permission, ...(check.with ?? [])]);
  const { record, world } = await places.prepared(check, 'here', user);
  const input = await check.input(record, world);
  const customerId = await seal(places.kindOf(check).table, record.id);
  const before = await places.rowOf(check, record.id);
  // A row of a batch is refused within the answer.
  expect((await app.tryCall(endpoint, input as never, user.token)).text).toContain(refusal);
  expect(await places.rowOf(check, record.id)).toEqual(before);
  expect(await app.call(archiveApi.getArchive, { customerId }, app.admin)).toMatchObject({ sealed: true });
});
