import { sql } from 'kysely';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { WarnType } from '#shared/codes.ts';
import { enterState } from './stateChange.ts';

/** Device that sent a call for help. */
interface Pressed {
  id: string;
  departmentId: string;
  projectId: string;
}

/** Emits the presses to viewers of the devices, in a test window or not. */
export function emitPressed({ emit }: CommandContext, devices: readonly Pressed[]): void {
  for (const { id, departmentId, projectId } of devices) {
    const where = { permission: 'equipment:list', departmentId, projectId, ownerId: null };
    emit({ topic: 'press', kind: 'heard', ...where, id });
  }
}

/** Message within the test window that shows that the device works. */
export interface Evidence {
  equipmentId: string;
  receivedAt: string;
  type: WarnType | 'data';
}

/**
 * Activates stock and issued devices on their first message. The caller has locked `device_state`. A row locked by
 * another transaction is skipped until the next message, so that no alarm waits.
 */
export async function activateHeard({ tx }: CommandContext, ids: readonly string[], receivedAt: string): Promise<void> {
  if (ids.length === 0) return;
  const activated = await tx.returning(sql<{ id: string; state: string }>`
    update equipment set activated_at = ${receivedAt}::timestamptz where id in (
      select id from equipment where id = any(${bigints(ids)}) and activated_at is null order by id for no key update skip locked)
    returning id::text, state`);
  const waiting = activated.filter(({ state }) => state === 'stock' || state === 'issued');
  await enterState(
    tx,
    '0',
    waiting.map(({ id }) => id),
    'activated',
    '收到第一条消息',
  );
}

/** Closes test windows with their evidence and marks the bindings as tested. The caller has locked `device_state`. */
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
    // A missing window must not reject the message.
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
