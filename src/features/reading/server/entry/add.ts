import { sql } from 'kysely';
import { customerOf, lockCustomer, requireUnsealed } from '#features/customer/server/service.ts';
import type { readingApi } from '#features/reading/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
import { invalid, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { type CheckedValues, checkValues, type EnteredValue } from '#shared/health/entered.ts';
import { bmiOf, isPlausible, readingFlag } from '#shared/health/readingKinds.ts';
import { anyAge, newestReadings } from '../glance/newestReadings.ts';
import { judgeFor } from '../levels.ts';
import { queueSeries } from '../queue.ts';
import { levelsOf, worstOf } from './enteredValues.ts';
import { news2At, news2Of } from './news2At.ts';
import { writeValues } from './writeValues.ts';

type Api = typeof readingApi;
type Entry = InputOf<Api['addReading']>;

const minuteMs = 60_000;
/** Tolerated lead of a client's clock, ms. */
const ahead = minuteMs;
/** Older values need a reason. */
const lateDays = 30;

function timeProblems({ measuredAt, lateReason }: Entry): FieldProblem[] {
  const at = Date.parse(measuredAt);
  if (at > Date.now() + ahead) return [{ field: 'measuredAt', rule: 'range', msg: '测量时间不能晚于现在' }];
  if (at < Date.now() - lateDays * 86_400_000 && !lateReason?.trim())
    return [{ field: 'lateReason', rule: 'required', msg: `超过 ${lateDays} 天的测量请填写补录原因` }];
  return [];
}

/** Value that a person entered in the same minute. */
interface Former {
  metric: string;
  at: string;
  value: number;
  flags: number;
}

/** Returns what people entered in the minute, of these kinds; withdrawn values too. */
async function formerOf(tx: Db, customerId: string, kinds: readonly string[], at: number): Promise<Former[]> {
  const from = new Date(at - (at % minuteMs)).toISOString();
  const to = new Date(at - (at % minuteMs) + minuteMs).toISOString();
  return tx.rows(sql<Former>`
    select r.metric, r.at, r.value, r.flags from reading r
    where r.device_id = ${customerId} and r.metric = any(${kinds}::text[]) and r.at >= ${from}::timestamptz and r.at < ${to}::timestamptz
    union select r.metric, r.at, r.value, r.flags from reading_kept r
    where r.device_id = ${customerId} and r.metric = any(${kinds}::text[]) and r.at >= ${from}::timestamptz and r.at < ${to}::timestamptz`);
}

async function removeFormer(tx: Db, customerId: string, former: readonly Former[]): Promise<void> {
  for (const { metric, at } of former) {
    await sql`delete from reading where device_id = ${customerId} and metric = ${metric} and at = ${at}::timestamptz`.execute(
      tx,
    );
    await sql`delete from reading_kept where device_id = ${customerId} and metric = ${metric} and at = ${at}::timestamptz`.execute(
      tx,
    );
  }
}

async function writeNotes(
  tx: Db,
  viewer: Viewer,
  { customerId, remark, lateReason, measuredAt }: Entry,
  values: readonly EnteredValue[],
  former: readonly Former[],
): Promise<void> {
  const rows = values.map(({ kind, given, unit }) => {
    const replaced = former.find(({ metric }) => metric === kind);
    return {
      sourceId: customerId,
      metric: kind,
      at: new Date(measuredAt).toISOString(),
      kind: replaced ? ('replaced' as const) : ('entered' as const),
      value: given,
      unit,
      formerValue: replaced?.value ?? null,
      formerFlags: replaced?.flags ?? null,
      remarkCipher: remark?.trim() ? encrypt(remark.trim()) : null,
      reasonCipher: lateReason?.trim() ? encrypt(lateReason.trim()) : null,
      createdBy: viewer.userId,
    };
  });
  await tx.insertInto('readingNote').values(rows).execute();
}

/** Throws 409 with the kinds that a person entered in the same minute, unless they are to be replaced. */
function requireFree(former: readonly Former[], overwrite: boolean): void {
  const kinds = former.filter(({ flags }) => (flags & readingFlag.withdrawn) === 0).map(({ metric }) => metric);
  if (kinds.length > 0 && !overwrite) throw new Problem(409, '同一分钟已有人录入，请选择覆盖或保留', { kinds });
}

/** Stores an entry; throws its problems, or 409 for values of the same minute. */
async function store(tx: Db, viewer: Viewer, entry: Entry): Promise<OutputOf<Api['addReading']>> {
  const { values, errors } = checkValues(entry);
  errors.push(...timeProblems(entry));
  if (errors.length > 0) throw invalid(errors);
  const customer = await lockCustomer(tx, viewer, entry.customerId);
  await requireUnsealed(tx, [customer]);
  const levels = levelsOf(values, await judgeFor(tx, entry.customerId));
  const level = worstOf(levels);
  if (level !== null && level <= 2 && !entry.remark?.trim())
    throw invalid([{ field: 'remark', rule: 'required', msg: '预警和紧急的值请填写备注' }]);
  const at = Date.parse(entry.measuredAt);
  const former = await formerOf(
    tx,
    entry.customerId,
    values.map(({ kind }) => kind),
    at,
  );
  requireFree(former, entry.overwrite ?? false);
  await removeFormer(tx, entry.customerId, former);
  await writeValues(tx, [{ customer, at, values }]);
  await writeNotes(tx, viewer, entry, values, former);
  const oldest = Math.min(at, ...former.map((one) => Date.parse(one.at)));
  await queueSeries(
    tx,
    values.map(({ kind }) => ({ sourceId: entry.customerId, metric: kind, oldest })),
  );
  const news2 = await news2At(tx, entry.customerId, values, at);
  return { level, valid: true, levels, at: new Date(at).toISOString(), ...(news2 && { news2 }) };
}

/** Adds values of one instant that a person has measured. */
export async function addReading(viewer: Viewer, input: Entry): Promise<OutputOf<Api['addReading']>> {
  return command(viewer, ({ tx }) => store(tx, viewer, input));
}

/** Adds a round: each row by itself, so that a wrong row stops no other. */
export async function addReadingBatch(
  viewer: Viewer,
  { rows }: InputOf<Api['addReadingBatch']>,
): Promise<OutputOf<Api['addReadingBatch']>> {
  const results: OutputOf<Api['addReadingBatch']> = [];
  for (const row of rows) results.push(await addReading(viewer, row).catch(errorsOf));
  return results;
}

/** Returns the problems of a row; throws what is no refusal. */
function errorsOf(error: unknown): { errors: FieldProblem[] } {
  if (!(error instanceof Problem)) throw error;
  const { errors, kinds } = (error.data ?? {}) as { errors?: FieldProblem[]; kinds?: string[] };
  if (errors) return { errors };
  const fields = kinds?.map((kind) => `values.${kind}`) ?? ['customerId'];
  return { errors: fields.map((field) => ({ field, rule: kinds ? 'duplicate' : 'rule', msg: error.message })) };
}

/** Returns the BMI of an entered weight, with the entered height or the newest one of the customer. */
async function enteredBmi(
  customerId: string | undefined,
  values: readonly EnteredValue[],
): Promise<number | undefined> {
  const of = (name: string) => values.find(({ kind }) => kind === name)?.value;
  const weight = of('weight');
  if (weight === undefined) return undefined;
  const known = async () => customerId && (await newestReadings(db, customerId, ['height'], anyAge))[0]?.value;
  const height = of('height') ?? (await known());
  if (!height) return undefined;
  const bmi = bmiOf(weight, height);
  return isPlausible('bmi', bmi) ? bmi : undefined;
}

/** Returns levels, problems, BMI and NEWS2 of values without storing them. */
export async function checkReading(
  viewer: Viewer,
  input: InputOf<Api['checkReading']>,
): Promise<OutputOf<Api['checkReading']>> {
  if (input.customerId) await customerOf(viewer, input.customerId);
  const { values, errors }: CheckedValues = checkValues(input);
  const judge = await judgeFor(db, input.customerId ?? null);
  const [news2, bmi] = await Promise.all([
    news2Of(input.customerId ?? null, values),
    enteredBmi(input.customerId, values),
  ]);
  const ofBmi = bmi !== undefined && { bmi: judge({ metric: 'bmi', value: bmi, flags: 0, inBed: null }) };
  return {
    levels: { ...levelsOf(values, judge), ...ofBmi },
    errors: errors.slice(0, 20),
    ...(bmi !== undefined && { bmi }),
    ...(news2 && { news2 }),
  };
}
