import { sql } from 'kysely';
import { lockEquipment } from '#features/equipment/server/service.ts';
import { nameOf } from '#features/user/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, bigints, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { warnTypes } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { testApi } from '../contract.ts';

type Api = typeof testApi;
/** Message that counts as evidence. */
export type TestBy = 'help' | 'alarm' | 'data';

/** Returns the expected evidence by the model's capabilities: a call for help, else any alarm, else data. */
export function testBy(capabilities: readonly string[]): TestBy {
  if (capabilities.includes('sos')) return 'help';
  return capabilities.some((capability) => Object.hasOwn(warnTypes, capability)) ? 'alarm' : 'data';
}

/** Ends the windows of locked devices: their messages raise alarms again. */
export async function endWindows(tx: Db, viewer: Pick<Viewer, 'userId'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('deviceState')
    .set({ testFrom: null, testUntil: null, testBy: null })
    .where('deviceId', '=', any(ids))
    .where('testUntil', 'is not', null)
    .execute();
  // A window that ran out ends at its time, without a user.
  await sql`
    update equipment_test set ended_at = least(now(), until_at), ended_by = case when until_at > now() then ${viewer.userId}::bigint end
    where equipment_id = any(${bigints(ids)}) and ended_at is null`.execute(tx);
}

/** Throws 409 while another user is testing the device. */
async function requireNoTest(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const open = await tx
    .selectFrom('equipmentTest')
    .select(['startedBy', 'untilAt'])
    .where('equipmentId', '=', id)
    .where('endedAt', 'is', null)
    .where('untilAt', '>', now)
    .executeTakeFirst();
  if (!open || open.startedBy === viewer.userId) return;
  const name = await nameOf(tx, open.startedBy);
  throw new Problem(409, `${name} 正在测试这台设备，请稍后再试`, { startedBy: name, until: open.untilAt });
}

/**
 * Opens a test window of at most ten minutes: the first message that shows that the device works is the evidence,
 * raises no alarm and closes the window. Opening it again restarts it.
 */
export async function startEquipmentTest(
  viewer: Viewer,
  { id, minutes = 10 }: InputOf<Api['startEquipmentTest']>,
): Promise<OutputOf<Api['startEquipmentTest']>> {
  return command(viewer, async ({ tx }) => {
    const row = await lockEquipment(tx, viewer, id);
    if (row.state === 'lost' || row.state === 'scrapped')
      throw new Problem(409, `设备已${labelOf('equipment_state', row.state)}，不能测试`, { state: row.state });
    await requireNoTest(tx, viewer, id);
    await endWindows(tx, viewer, [id]);
    const model = await tx
      .selectFrom('model')
      .select('capabilities')
      .where('id', '=', row.modelId)
      .executeTakeFirstOrThrow();
    const until = sql<string>`now() + make_interval(mins => ${minutes}::int)`;
    await tx
      .updateTable('deviceState')
      .set({ testFrom: now, testUntil: until, testBy: testBy(model.capabilities) })
      .where('deviceId', '=', id)
      .execute();
    const window = await tx
      .insertInto('equipmentTest')
      .values({ equipmentId: id, untilAt: until, startedBy: viewer.userId })
      .returning('untilAt')
      .executeTakeFirstOrThrow();
    return { until: window.untilAt };
  });
}

/** Ends the window early; an ended window stays unchanged. */
export async function endEquipmentTest(viewer: Viewer, { id }: InputOf<Api['endEquipmentTest']>): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await lockEquipment(tx, viewer, id);
    await endWindows(tx, viewer, [row.id]);
  });
  return null;
}
