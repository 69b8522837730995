import { sql } from 'kysely';
import { lockWarn, type Raise, raise, recover } from '#features/warn/server/service.ts';
import { any, json } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { Act } from '#shared/health/rule/judgeSign.ts';
import { sentenceOf } from '#shared/health/rule/sentence.ts';
import { deadlines } from './deadlines.ts';
import { recordRecovery } from './recordRecovery.ts';
import { subjectOf } from './standing.ts';
import { type Sign, signKey } from './states.ts';

/** What is to be done for a sign of a person. */
export interface SignAct extends Sign {
  act: Act;
  /** Device of the newest value; null for an entered one. */
  sourceId: string | null;
}

type Raising = SignAct & { act: Extract<Act, { kind: 'raise' | 'lift' | 'again' }> };

type About = Pick<Raise, 'departmentId' | 'projectId' | 'address' | 'phone' | 'demo'> & { id: string };

async function aboutOf({ tx }: CommandContext, ids: readonly string[]): Promise<Map<string, About>> {
  const rows = await tx.rows(sql<About>`
    select id::text, department_id::text as "departmentId", project_id::text as "projectId", address, coalesce(mobile, phone) as phone, demo
    from customer where id = ${any(ids)} and deleted_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the devices among the sources of values: an entered value has the person's own id. */
async function devicesOf({ tx }: CommandContext, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(
    sql<{ id: string; sn: string }>`select id::text, sn from equipment where id = ${any(ids)}`,
  );
  return new Map(rows.map((row) => [row.id, row.sn]));
}

const iso = (at: number) => new Date(at).toISOString();

/** The sign is out again: what was back is not any more. */
async function forgetRecovery({ tx }: CommandContext, warnIds: readonly string[]): Promise<void> {
  await sql`update warn set recovered_at = null where id = ${any(warnIds)} and recovered_at is not null`.execute(tx);
}

/** Writes what the warnings are about; a repeat keeps the values of the worst moment. */
async function writeFacts({ tx }: CommandContext, raised: readonly (Raising & { warnId: string })[]): Promise<void> {
  const seconds = await deadlines(tx);
  const rows = raised.map(({ warnId, customerId, metric, act: { kind, rule, firing } }) => ({
    ...{ warn_id: warnId, customer_id: customerId, metric, worse: kind !== 'again' },
    ...{
      direction: firing.side,
      value: firing.value,
      limit_value: firing.limit,
      rule_id: rule.id,
      version: rule.version,
    },
    evidence: { kind: rule.kind, ...firing },
    seconds: seconds[firing.level],
    last_at: iso(firing.at),
  }));
  await sql`
    insert into health_warn as h (warn_id, customer_id, metric, direction, value, limit_value, rule_id, rule_version, evidence, due_at, last_at)
    select n.warn_id, n.customer_id, n.metric, n.direction, n.value, n.limit_value, n.rule_id, n.version, n.evidence,
      now() + make_interval(secs => n.seconds), n.last_at
    from jsonb_to_recordset(${json(rows)}) as n (warn_id bigint, customer_id bigint, metric text, worse boolean, direction text, value float8,
      limit_value float8, rule_id bigint, version int, evidence jsonb, seconds float8, last_at timestamptz)
    on conflict (warn_id) do update set last_at = greatest(h.last_at, excluded.last_at)`.execute(tx);
  await sql`
    update health_warn h set direction = n.direction, value = n.value, limit_value = n.limit_value, rule_id = n.rule_id, rule_version = n.version,
      evidence = n.evidence, due_at = case when n.seconds is not null then least(h.due_at, now() + make_interval(secs => n.seconds)) end
    from jsonb_to_recordset(${json(rows)}) as n (warn_id bigint, worse boolean, direction text, value float8, limit_value float8, rule_id bigint,
      version int, evidence jsonb, seconds float8)
    where h.warn_id = n.warn_id and n.worse`.execute(tx);
}

async function raiseAll(ctx: CommandContext, raisings: readonly Raising[]): Promise<void> {
  if (raisings.length === 0) return;
  const about = await aboutOf(ctx, [...new Set(raisings.map(({ customerId }) => customerId))]);
  const devices = await devicesOf(ctx, [...new Set(raisings.flatMap(({ sourceId }) => sourceId ?? []))]);
  const present = raisings.filter(({ customerId }) => about.has(customerId));
  const results = await raise(
    ctx,
    present.map((one): Raise => {
      const { firing, rule } = one.act;
      const { id: _id, ...person } = about.get(one.customerId) as About;
      const sn = one.sourceId === null ? undefined : devices.get(one.sourceId);
      return {
        ...person,
        ...{
          subject: subjectOf(one),
          type: 'health',
          level: firing.level,
          family: 'health',
          customerId: one.customerId,
        },
        equipmentId: sn === undefined ? null : one.sourceId,
        equipmentSn: sn ?? null,
        ...{ late: false, silent: false, position: null, createdBy: null, vendorCode: null },
        occurredAt: iso(firing.at),
        receivedAt: new Date().toISOString(),
        note: sentenceOf({ kind: rule.kind, metric: one.metric, ...firing }),
      };
    }),
  );
  const ids = new Map(results.map(({ id, subject }) => [subject, id]));
  await forgetRecovery(ctx, [...ids.values()]);
  await writeFacts(
    ctx,
    present.map((one) => ({ ...one, warnId: ids.get(subjectOf(one)) ?? '' })),
  );
}

/** Ends the warnings of signs that are back, where nobody has them and the level allows; else their record says so. */
async function comeBack(ctx: CommandContext, { act, ...sign }: SignAct & { act: Extract<Act, { kind: 'back' }> }) {
  const row = await ctx.tx.row(sql<{ id: string }>`
    select id::text from warn where type = 'health' and subject = ${subjectOf(sign)} and status in ('pending', 'handling')`);
  if (!row) return;
  await ctx.tx
    .updateTable('warn')
    .set({ recoveredAt: iso(act.at) })
    .where('id', '=', row.id)
    .execute();
  if (act.ends) return recover(ctx, row.id, '体征已恢复', iso(act.at));
  const stored = await lockWarn(ctx.tx, row.id);
  if (stored) await recordRecovery(ctx, stored, '体征已恢复', iso(act.at));
}

const isRaising = (one: SignAct): one is Raising => one.act.kind !== 'back';

/** Does what the judge decided, in the order in which it happened: several acts of one sign in one batch one after another. */
export async function perform(ctx: CommandContext, acts: readonly SignAct[]): Promise<void> {
  let waiting: Raising[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await raiseAll(ctx, batch);
  };
  for (const one of acts) {
    if (isRaising(one)) {
      if (waiting.some((other) => signKey(other) === signKey(one))) await flush();
      waiting.push(one);
    } else {
      await flush();
      await comeBack(ctx, one as SignAct & { act: Extract<Act, { kind: 'back' }> });
    }
  }
  await flush();
}
