import { sql } from 'kysely';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { WarnType } from '#shared/codes.ts';
import { enterState } from './stateChange.ts';

/** A device whose call for help was heard. */
interface Pressed {
  id: string;
  departmentId: string;
  projectId: string;
}

/** Tells whoever sees the devices that they were pressed, in a test window or not. */
export function emitPressed({ emit }: CommandContext, devices: readonly Pressed[]): void {
  for (const { id, departmentId, projectId } of devices) {
    const where = { permission: 'equipment:list', departmentId, projectId, ownerId: null };
    emit({ topic: 'press', kind: 'heard', ...where, id });
  }
}

/** The message that shows that a device works, within its test window. */
export interface Evidence {
  equipmentId: string;
  receivedAt: string;
  type: WarnType | 'data';
}

/**
 * The first message of devices: those of the store and those that were handed out are activated. The caller holds their state
 * rows. One that somebody is just working on is activated by its next message: no alarm waits for that.
 */
export async function activateHeard({ tx }: CommandContext, ids: readonly string[], receivedAt: string): Promise<void> {
  if (ids.length === 0) return;
  const activated = await sql<{ id: string; state: string }>`
    update equipment set activated_at = ${receivedAt}::timestamptz where id in (
      select id from equipment where id = any(${bigints(ids)}) and activated_at is null order by id for no key update skip locked)
    returning id::text, state`.execute(tx);
  const waiting = activated.rows.filter(({ state }) => state === 'stock' || state === 'issued');
  await enterState(
    tx,
    '0',
    waiting.map(({ id }) => id),
    'activated',
    '收到第一条消息',
  );
}

/** Closes the windows of tested devices with what was heard, and puts it down in the binding. The caller holds the devices' state rows. */
export async function closeTests({ tx }: CommandContext, evidence: readonly Evidence[]): Promise<void> {
  for (const { equipmentId: id, receivedAt, type } of evidence) {
    const device = await tx
      .selectFrom('equipment')
      .select(['state', 'customerId'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await sql`update device_state set test_from = null, test_until = null, test_by = null where device_id = ${id}`.execute(
      tx,
    );
    const closed = await tx
      .updateTable('equipmentTest')
      .set({ endedAt: receivedAt, heardAt: receivedAt, heardType: type })
      .where('equipmentId', '=', id)
      .where('endedAt', 'is', null)
      .returning('startedBy')
      .executeTakeFirst();
    // No message is lost for a window that nobody knows of.
    if (!closed) continue;
    await tx
      .updateTable('equipmentBinding')
      .set({ testKind: 'message', testedAt: receivedAt, testedBy: closed.startedBy, testNote: null })
      .where('equipmentId', '=', id)
      .where('unboundAt', 'is', null)
      .execute();
    if (device.customerId && ['issued', 'activated'].includes(device.state))
      await enterState(tx, closed.startedBy, [id], 'in_use', '现场测试通过');
  }
}
