import { setTimeout as rest } from 'node:timers/promises';
import type { archiveApi } from '#features/archive/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Caller } from '../test/support/api.ts';
import { onDatabase } from '../test/support/database.ts';
import { measureFlow } from './healthFlow.ts';
import { buildReadings, hasReadings, type Wearer } from './healthRows.ts';
import { fill, type MeasuredList, measureLists } from './lists.ts';
import { calls, measureCall, warmUp } from './support/calls.ts';
import { type Figure, figure, ms, percentile } from './support/figures.ts';
import type { Product } from './support/product.ts';

const customerCount = Number(process.env.PEOPLE ?? 200_000);
const dayMs = 86_400_000;
const ownRowsSql = `update customer set responsible_id = (select id from "user" where account = 'bench_self')
  where no between 'YS0000001' and 'YS0003000'`;

const list: MeasuredList<Wearer, InputOf<typeof archiveApi.getArchiveList>> = {
  name: 'List of archives',
  path: 'archive/getArchiveList',
  searches: {
    'the first page': () => ({}),
    'a whole name': ({ name }) => ({ keyword: name }),
    initials: ({ initials }) => ({ keyword: initials }),
    'the end of a phone': ({ mobile }) => ({ keyword: mobile.slice(-4) }),
  },
  filters: {
    'living alone, over 80': () => ({ livingState: ['alone'], ageFrom: 80 }),
    'two illnesses': () => ({ chronic: ['stroke', 'kidney'] }),
    'less complete than 40 %': () => ({ completenessBelow: 40 }),
    'abnormal within 7 days': () => ({ abnormalWithinDays: 7 }),
    'silent for 3 days': () => ({ silentDays: 3 }),
    'abnormal within 7 days, with diabetes': () => ({ abnormalWithinDays: 7, chronic: ['diabetes'] }),
    'sorted by completeness': () => ({ sort: [{ field: 'completeness', order: 'asc' }] }),
  },
  maxExtraMs: ({ isSearch }) => (isSearch ? 50 : 150),
};

/** Measures series, archives, their list and the way of a reading, with READINGS (default 100 million) stored ones. */
export async function measureHealth(product: Product, dataDir: string): Promise<Figure[]> {
  if (!(await hasReadings(product.databaseUrl))) await fill(dataDir, ['--people', String(customerCount)]);
  const built = await buildReadings(product.databaseUrl, Number(process.env.READINGS ?? 100_000_000));
  const caller = await product.logIn();
  return [
    figure('Readings stored; hours; seconds of building', `${built.readings}; ${built.hours}; ${built.seconds}`),
    ...(await measureSeries(caller, built.wearers)),
    await measurePerson(caller, 'Archive of a person', ['archive/getArchive', 60], built.wearers),
    await measureDesk(product.databaseUrl, built.wearers),
    ...(await measureFlow(product, caller)),
    ...(await measureLists(product, [list], built.wearers, ownRowsSql)),
  ];
}

async function measureSeries(caller: Caller, wearers: readonly Wearer[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of ['heart_rate', 'systolic'])
    for (const [days, max] of [
      [1, 50],
      [30, 50],
      [90, 80],
    ] as const)
      figures.push(
        await measurePerson(
          caller,
          `Series of ${kind}, ${days} days`,
          ['reading/getReadingSeries', max],
          wearers,
          () => ({ kind, from: new Date(Date.now() - days * dayMs).toISOString(), to: new Date().toISOString() }),
        ),
      );
  return figures;
}

/** Measures a call about a person. */
function measurePerson(
  caller: Caller,
  what: string,
  [path, maxMs]: readonly [string, number],
  wearers: readonly Wearer[],
  inputOf: () => object = () => ({}),
): Promise<Figure> {
  const idOf = (index: number) => wearers[index % wearers.length]?.customerId;
  return measureCall(caller, {
    ...{ what, path, maxMs },
    inputOf: (index) => ({ customerId: idOf(index), ...inputOf() }),
  });
}

const vitals = ['systolic', 'diastolic', 'heart_rate', 'spo2', 'temperature'];

/** Compares the vitals of the desk as read from partitions with the newest values, in turns, as statements. */
async function measureDesk(databaseUrl: string, wearers: readonly Wearer[]): Promise<Figure> {
  const partitions = `
    select distinct on (k.kind) k.kind, r.value, r.at from equipment e cross join unnest($2::text[]) as k (kind)
    cross join lateral (
      select r.value, r.at from reading r where r.device_id = e.id and r.metric = k.kind and r.at > '${new Date(Date.now() - 7 * dayMs).toISOString()}'
        and r.customer_id = $1 and r.flags & 385 = 0 order by r.at desc limit 1) r
    where e.customer_id = $1 and e.deleted_at is null order by k.kind, r.at desc`;
  const newest = `
    select l.metric, l.value, l.at from reading_latest l
    where l.customer_id = $1 and l.metric = any($2::text[]) and l.at > now() - interval '7 days'`;
  return onDatabase(databaseUrl, async (client) => {
    const times: Record<string, number[]> = { [partitions]: [], [newest]: [] };
    for (let index = 0; index < calls; index++)
      for (const text of [partitions, newest]) {
        const started = performance.now();
        await client.query(text, [wearers[index % wearers.length]?.customerId, vitals]);
        if (index >= warmUp) times[text]?.push(performance.now() - started);
        await rest(1);
      }
    const [before, after] = [partitions, newest].map((text) => percentile(times[text] ?? [], 0.95)) as [number, number];
    const what = 'Vitals of the desk as a statement, p95: from partitions; from the newest values';
    return figure(what, `${ms(before)}; ${ms(after)}`, 'not slower', after <= before);
  });
}
