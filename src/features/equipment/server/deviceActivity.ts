import { sql } from 'kysely';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
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
