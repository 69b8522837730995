import { sql } from 'kysely';
import { callCardOf } from '#features/customer/server/service.ts';
import { bandSetsOf, getReadingSeries } from '#features/reading/server/service.ts';
import { requireHealthWarn } from '#features/warn/server/service.ts';
import { notFound } from '#server/core/problem.ts';
import { system, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import { keysOfKinds, type ReadingKindName } from '#shared/health/readingKinds.ts';
import { limitOf, type Side } from '#shared/health/rule/sample.ts';
import type { warningApi } from '../contract.ts';
import { openWarns, stateOf } from './conditions.ts';
import { scopedWarnings } from './list.ts';
import { type StoredEvidence, type WarningRow, warningRows } from './rows.ts';
import { stepsOf } from './steps.ts';

type Api = typeof warningApi;
type Detail = OutputOf<Api['getEarlyWarning']>;

const dayMs = 86_400_000;

const isKind = (metric: string): metric is ReadingKindName => (keysOfKinds as readonly string[]).includes(metric);

/** Returns the signs whose course belongs to a warning: its own and those that fired; pressures go together. */
export function signsOf(metric: string, samples: readonly { metric: string }[]): ReadingKindName[] {
  const signs = [metric, ...samples.map((sample) => sample.metric)];
  const pressures = signs.includes('systolic') || signs.includes('diastolic') ? ['systolic', 'diastolic'] : [];
  return [...new Set([...pressures, ...signs])].filter(isKind).slice(0, 6);
}

/** Returns the courses; the warning is in the viewer's scope, its person may be in it by the warning alone. */
async function seriesOf(row: WarningRow, signs: readonly ReadingKindName[]): Promise<Detail['series']> {
  const to = Math.max(Date.parse(row.lastAt), row.finishedAt ? Date.parse(row.finishedAt) : Date.now()) + 1;
  const from = Math.min(Date.parse(row.createdAt), to) - 7 * dayMs;
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const courses = await Promise.all(
    signs.map(async (kind): Promise<[string, Detail['series'][string]]> => {
      const { step, points, band } = await getReadingSeries(system(), { customerId: row.customerId, kind, ...range });
      return [kind, { step, points, band }];
    }),
  );
  return Object.fromEntries(courses);
}

/** Returns the signs of other open warnings of the person, worst first. */
function alsoOpen(viewer: Viewer, { customerId, id }: WarningRow): Promise<{ metric: string }[]> {
  return scopedWarnings(viewer)
    .select('healthWarn.metric')
    .where('warn.customerId', '=', customerId)
    .where('warn.id', '<>', id)
    .where(openWarns)
    .orderBy('warn.level')
    .limit(3)
    .execute();
}

async function factsOf(tx: Db, id: string) {
  const row = await tx.row(sql<{ evidence: StoredEvidence; ruleVersion: number }>`
    select evidence, rule_version as "ruleVersion" from health_warn where warn_id = ${id}`);
  if (!row) throw notFound('预警');
  return row;
}

/** Returns the edges of a sign by level on the side that fired, as the person's bands are now. */
async function limitsOf(tx: Db, { customerId, metric, direction }: WarningRow): Promise<Detail['evidence']['limits']> {
  if (direction === 'other') return [];
  const sets = (await bandSetsOf(tx, [customerId])).get(customerId);
  const rowOf = [sets?.own, ...(sets?.illnesses ?? []), sets?.house].find((rows) =>
    rows?.some((row) => row.kind === metric && !row.asleep),
  );
  const rows = (rowOf ?? []).filter((row) => row.kind === metric && !row.asleep && row.meal === null);
  const edges = [3, 2, 1].flatMap((level) => {
    const value = limitOf(rows, level, direction as Side);
    return value === null ? [] : [{ level, value }];
  });
  return edges.filter((edge, index) => edges.findLastIndex(({ value }) => value === edge.value) === index);
}

async function personOf(viewer: Viewer, { customerId, state, handlerId }: WarningRow): Promise<Detail['person']> {
  const unmasked = state === 'handling' && handlerId === viewer.userId;
  const card = await callCardOf(db, customerId, unmasked);
  if (!card) throw notFound('客户');
  return {
    ...pick(card, ['livingState', 'area', 'address', 'mobile', 'phone', 'communication', 'contacts']),
    unmasked,
  };
}

async function beforeOf(viewer: Viewer, row: WarningRow): Promise<Detail['before']> {
  return scopedWarnings(viewer)
    .select(['warn.id', 'warn.createdAt', 'warn.level', 'healthWarn.value', 'healthWarn.result', stateOf.as('state')])
    .where('healthWarn.customerId', '=', row.customerId)
    .where('healthWarn.metric', '=', row.metric)
    .where('warn.id', '<>', row.id)
    .where('warn.createdAt', '<=', row.createdAt)
    .where('warn.createdAt', '>', new Date(Date.parse(row.createdAt) - 30 * dayMs).toISOString())
    .orderBy('warn.id', 'desc')
    .limit(20)
    .execute();
}

/** Returns one warning with what fired, its course, its timeline and earlier ones; the command log records the look. */
export async function getEarlyWarning(viewer: Viewer, { id }: InputOf<Api['getEarlyWarning']>): Promise<Detail> {
  await requireHealthWarn(viewer, id);
  const [[row], { evidence, ruleVersion }] = await Promise.all([warningRows(db, [id]), factsOf(db, id)]);
  if (!row) throw notFound('预警');
  const { kind, samples } = evidence;
  const [limits, series, person, steps, before] = await Promise.all([
    limitsOf(db, row),
    seriesOf(row, signsOf(row.metric, [...samples, ...(await alsoOpen(viewer, row))])),
    personOf(viewer, row),
    stepsOf(db, id),
    beforeOf(viewer, row),
  ]);
  const fired = samples.map(({ metric, at, value }) => ({ metric, at: new Date(at).toISOString(), value }));
  const shown = { kind, samples: fired.slice(-60), limits, ruleVersion };
  return { ...row, evidence: shown, series, person, steps, before };
}
