import { type Selectable, sql, type UpdateObject } from 'kysely';
import { lockRows } from '#features/equipment/server/service.ts';
import { type followUpApi, followUpResults } from '#features/followUp/contract.ts';
import { dueDays, recordTrial, unpressed } from '#features/trial/server/service.ts';
import { nameOf } from '#features/user/server/service.ts';
import { followUpWithin, lockWarn } from '#features/warn/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import type { DB, FollowUp } from '#server/db/tables.ts';
import { now } from '#server/db/values.ts';
import { productZone, zoneOf } from '#server/db/zone.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { validateAhead } from './dueTime.ts';
import { byDay, hoursToNext } from './retry.ts';
import { followUps, seen } from './scope.ts';
import { recordInRows } from './trialHooks.ts';

type Input = InputOf<typeof followUpApi.finishFollowUp>;
type Stored = Selectable<FollowUp>;

function judge({ result, note, nextAt }: Input): void {
  if (result !== 'no_answer' && !note?.trim()) throw invalidField('note', '请写回访记录', 'required');
  if (!nextAt) return;
  if (result === 'visit') throw invalidField('nextAt', '需上门的不再约电话回访');
  validateAhead('nextAt', '下次回访的时间', nextAt);
}

/** Requires the satisfaction for a request (domain.md 8.5), and a recorded press for a test press. */
async function validateKind(tx: Db, { result, satisfaction }: Input, { id, kind }: Stored): Promise<void> {
  if (result !== 'reached') return;
  if (kind === 'request' && !satisfaction) throw invalidField('satisfaction', '请选择满意度', 'required');
  if (kind === 'test_press' && !(await hasPressed(tx, id)))
    throw new Problem(409, '还没有收到这台设备的按键，按下后会自动完成');
}

/**
 * Returns whether the trial list counts the device as pressed; without a plan: pressed since the follow-up was added.
 */
async function hasPressed(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from follow_up f join device_state s on s.device_id = f.equipment_id join equipment on equipment.id = s.device_id
    where f.id = ${id} and case when f.plan_id is null then s.pressed_at >= f.created_at else not ${unpressed(await dueDays(tx))} end`);
  return rows.length > 0;
}

interface Behind {
  warnId: string | null;
  /** The device to be pressed. */
  deviceId: string | null;
}

/** Returns warn and device of a follow-up; 404 when the viewer does not see it. */
async function behind(tx: Db, viewer: Viewer, id: string): Promise<Behind> {
  const row = await tx.row(sql<Behind>`
    select f.warn_id::text as "warnId", case when f.kind = 'test_press' then f.equipment_id end::text as "deviceId"
    from ${followUps(viewer)} where ${seen} and f.id = ${id}`);
  if (!row) throw notFound('回访');
  return row;
}

/** Locks and returns the row; 409 after a concurrent change. */
async function current(tx: Db, { id, version }: Input): Promise<Stored> {
  const row = await tx.selectFrom('followUp').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('回访');
  const isOpen = row.state === 'open' || row.state === 'visit';
  if (isOpen && row.version === version) return row;
  const by = isOpen ? row.updatedBy : (row.doneBy ?? row.updatedBy);
  const who = by === null || by === '0' ? '系统' : await nameOf(tx, by);
  const what = row.state === 'dropped' ? '取消' : `记录为「${row.result ? followUpResults[row.result] : '待回访'}」`;
  throw new Problem(409, `这条回访已由 ${who} ${what}，请刷新列表`, { state: row.state, version: row.version });
}

/** Returns when an unreached customer is called again, ISO; null: a visit is needed. */
async function nextCall(tx: Db, { nextAt }: Input, { tries, customerId, warnId }: Stored): Promise<string | null> {
  if (nextAt) return nextAt;
  const hours = hoursToNext(tries);
  if (hours === null) return null;
  const place = await tx.row(sql<{ zone: string }>`
    select ${zoneOf(sql`coalesce((select c.project_id from customer c where c.id = ${customerId}::bigint),
      (select w.project_id from warn w where w.id = ${warnId}::bigint))`)} as zone`);
  const dueAt = new Date(Date.now() + hours * 3_600_000).toISOString();
  return byDay(tx, dueAt, place?.zone ?? productZone);
}

async function write(tx: Db, id: string, values: UpdateObject<DB, 'followUp'>): Promise<void> {
  await tx
    .updateTable('followUp')
    .set({ ...values, lastAt: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Records a reached customer; a next date adds a further follow-up. With `due` (ISO) the warn still needs one: the row
 * stays open.
 */
async function reached(
  { tx }: CommandContext,
  viewer: Viewer,
  row: Stored,
  input: Input,
  due: string | null,
): Promise<void> {
  const { satisfaction = null, nextAt } = input;
  const note = input.note?.trim() ?? null;
  if (due !== null) {
    await write(tx, row.id, { state: 'open', dueAt: due, tries: 0, result: 'reached', satisfaction, note });
    return;
  }
  await write(tx, row.id, { state: 'done', result: 'reached', satisfaction, note, doneAt: now, doneBy: viewer.userId });
  if (!nextAt || row.customerId === null) return;
  await tx
    .insertInto('followUp')
    .values({
      kind: row.kind === 'after_alarm' ? 'care' : row.kind,
      ...{ customerId: row.customerId, equipmentId: row.equipmentId },
      ...{
        requestType: row.requestType,
        request: row.request,
        requestCipher: row.requestCipher,
        provider: row.provider,
      },
      physicalId: row.physicalId,
      assigneeId: viewer.userId,
      dueAt: nextAt,
      createdBy: viewer.userId,
    })
    .execute();
}

/** Records the result in the trial list and in other open test presses of the device; skips a device not in use. */
async function runTrials(tx: Db, viewer: Viewer, deviceId: string, { id, result, note }: Input, again: string | null) {
  const [device] = await lockRows(tx, [deviceId]);
  if (device?.state !== 'in_use' || device.customerId === null) return;
  const missedOften = again === null && result === 'no_answer' ? '多次未接通' : null;
  const tried = {
    equipmentId: deviceId,
    result: again === null ? ('visit' as const) : ('no_answer' as const),
    note: note?.trim() || missedOften,
    nextAt: again,
  };
  await recordTrial(tx, viewer, tried);
  await recordInRows(tx, tried, id);
}

/** Records an unreached customer: called again at that time (ISO), else visited. */
async function missed(tx: Db, viewer: Viewer, row: Stored, input: Input, again: string | null): Promise<void> {
  const { result, note } = input;
  const outcome = { result, note: note?.trim() ?? null, tries: row.tries + (result === 'no_answer' ? 1 : 0) };
  await write(tx, row.id, again ? { ...outcome, state: 'open', dueAt: again } : { ...outcome, state: 'visit' });
  if (row.kind === 'test_press' && row.equipmentId !== null) await runTrials(tx, viewer, row.equipmentId, input, again);
}

/**
 * Writes the result to the warn first, which owns time and state. Returns when the next call is due (ISO) if the
 * customer was reached and the warn still needs one.
 */
async function updateWarnTimeline(
  ctx: CommandContext,
  viewer: Viewer,
  id: string,
  { result, note, nextAt }: Input,
  again: string | null,
): Promise<string | null> {
  const text = [followUpResults[result], note?.trim()].filter(Boolean).join('，');
  const came = { note: text, reached: result === 'reached', again: again ?? undefined, next: nextAt ?? undefined };
  return followUpWithin(ctx, viewer, id, came);
}

/**
 * Records the result of a follow-up. Locks the warn, or the device to be pressed, before the row, in the lock order of
 * all changes to them.
 */
export async function finishFollowUp(
  viewer: Viewer,
  input: Input,
): Promise<OutputOf<typeof followUpApi.finishFollowUp>> {
  judge(input);
  return command(viewer, async (ctx) => {
    const { tx } = ctx;
    const { warnId, deviceId } = await behind(tx, viewer, input.id);
    if (warnId && !hasPermission(viewer, 'warn:claim')) throw new Problem(403, '没有处理告警的权限');
    if (warnId) await lockWarn(tx, warnId);
    if (deviceId) await lockRows(tx, [deviceId]);
    const row = await current(tx, input);
    await validateKind(tx, input, row);
    const again = input.result === 'no_answer' ? await nextCall(tx, input, row) : null;
    const due = warnId ? await updateWarnTimeline(ctx, viewer, warnId, input, again) : null;
    if (input.result === 'reached') await reached(ctx, viewer, row, input, due);
    else await missed(tx, viewer, row, input, again);
    const { id, state, dueAt, version } = await tx
      .selectFrom('followUp')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { id, state, due: dueAt, version };
  });
}
