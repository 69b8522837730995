import { sql } from 'kysely';
import { familyOf, type Raise, raise, recover } from '#features/warn/server/service.ts';
import { now } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { defaultLevel } from '#shared/codes.ts';
import type { Pair, StoredFix } from './follow.ts';
import { alarmTypes, type FenceAlarmType, restMs } from './rules.ts';

interface StoredAlarm {
  warnId: string | null;
  raisedAt: string;
  backAt: string | null;
  isOpen: boolean;
}

async function storedAlarm({ tx }: CommandContext, customerId: string, type: FenceAlarmType) {
  return tx.row(sql<StoredAlarm>`
    select a.warn_id::text as "warnId", a.raised_at as "raisedAt", a.back_at as "backAt", coalesce(w.status in ('pending', 'handling'), false) as "isOpen"
    from fence_alarm a left join warn w on w.id = a.warn_id where a.customer_id = ${customerId} and a.type = ${type}`);
}

/** Returns what the alarm says of the person, as ingest says it of a press. */
async function raiseOf({ tx }: CommandContext, { customerId }: Pair, fix: StoredFix | null) {
  return tx.row(sql<
    Pick<Raise, 'departmentId' | 'projectId' | 'address' | 'phone' | 'demo' | 'equipmentId' | 'equipmentSn'>
  >`
    select c.department_id::text as "departmentId", c.project_id::text as "projectId", c.address, coalesce(c.mobile, c.phone) as phone, c.demo,
      e.id::text as "equipmentId", e.sn as "equipmentSn"
    from customer c left join equipment e on e.id = ${fix?.deviceId ?? null}::bigint where c.id = ${customerId}`);
}

async function raiseAlarm(ctx: CommandContext, pair: Pair, fix: StoredFix | null, note: string) {
  const type = alarmTypes[pair.kind];
  const about = await raiseOf(ctx, pair, fix);
  if (!about) return null;
  const position = fix && {
    ...{ lat: fix.lat, lng: fix.lng, accuracy: fix.accuracy, source: fix.source ?? 'unknown' },
    at: new Date(fix.at).toISOString(),
  };
  const [raised] = await raise(ctx, [
    {
      ...about,
      ...{ subject: `c:${pair.customerId}`, type, level: defaultLevel[type], family: familyOf(type), note, position },
      ...{ customerId: pair.customerId, late: false, silent: false, createdBy: null, vendorCode: null },
      occurredAt: position?.at ?? null,
      receivedAt: new Date().toISOString(),
    },
  ]);
  return raised?.id ?? null;
}

/**
 * Raises the alarm of a person who is where they should not be, one from the way out to the way back. Within 15 minutes
 * of the way back it waits.
 * @param outSince when the person left the first of the fences of this type that they are outside of, ms
 * @returns the alarm that the way out belongs to; null while it waits
 */
export async function ring(
  ctx: CommandContext,
  pair: Pair,
  fix: StoredFix | null,
  { note, outSince }: { note: string; outSince: number },
): Promise<string | null> {
  const type = alarmTypes[pair.kind];
  const stored = await storedAlarm(ctx, pair.customerId, type);
  if (stored?.backAt === null && (stored.isOpen || Date.parse(stored.raisedAt) >= outSince)) return stored.warnId;
  if (stored?.backAt && Date.parse(stored.backAt) + restMs > Date.now()) {
    const dueAt = new Date(Date.parse(stored.backAt) + restMs).toISOString();
    await sql`update fence_alarm set due_at = ${dueAt} where customer_id = ${pair.customerId} and type = ${type}`.execute(
      ctx.tx,
    );
    return null;
  }
  const warnId = await raiseAlarm(ctx, pair, fix, note);
  await ctx.tx
    .insertInto('fenceAlarm')
    .values({ customerId: pair.customerId, type, warnId, raisedAt: now, backAt: null, dueAt: null })
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'type']).doUpdateSet({ warnId, raisedAt: now, backAt: null, dueAt: null }),
    )
    .execute();
  return warnId;
}

/** Ends the alarm of a person who is back in all fences of the type. */
export async function comeBack(ctx: CommandContext, customerId: string, type: FenceAlarmType): Promise<void> {
  const [row] = await ctx.tx.returning(sql<{ warnId: string | null }>`
    update fence_alarm set back_at = now(), due_at = null where customer_id = ${customerId} and type = ${type} and back_at is null
    returning warn_id::text as "warnId"`);
  await sql`update fence_alarm set due_at = null where customer_id = ${customerId} and type = ${type} and due_at is not null`.execute(
    ctx.tx,
  );
  const note = { fence_out: '已回到围栏内', fence_in: '已离开禁入区', sedentary: '已离开' }[type];
  if (row?.warnId) await recover(ctx, row.warnId, note, new Date().toISOString());
}
