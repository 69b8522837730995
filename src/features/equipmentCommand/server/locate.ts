import { sql } from 'kysely';
import { lastPosition } from '#features/equipment/server/service.ts';
import { Problem } from '#server/core/problem.ts';
import type { Db } from '#server/db/db.ts';
import { answerWithin, askable, type CommandSeen, lastCommand, queueCommands } from './commands.ts';

/** Customer with all devices or, without one, a device. */
interface Subject {
  customerId: string | null;
  equipmentId: string | null;
}

/** Validity of the command, s: a device that reconnects within it still receives the command. */
const validSeconds = 600;

/** Outcome of 立即定位. */
export interface Located extends Pick<CommandSeen, 'state' | 'sentAt' | 'answeredAt'> {
  askedAt: string;
  /** Whether a newer position has arrived since. */
  located: boolean;
}

/**
 * Asks the devices of a customer for their position (立即定位); 409 without such a device. Asked again within 30 s,
 * nothing is sent. The caller has checked the consent, and wakes the senders after the commit. Returns whether a
 * command was queued.
 */
export async function askPosition(tx: Db, of: Subject, userId: string): Promise<boolean> {
  const devices = await askable(tx, of, 'locate');
  if (devices.length === 0) throw new Problem(409, '没有可以立即定位的设备');
  await sql`select pg_advisory_xact_lock(hashtext(${`locate:${of.customerId ?? of.equipmentId}`}))`.execute(tx);
  const last = await lastCommand(tx, devices, 'locate');
  if (last && Date.parse(last.createdAt) > Date.now() - answerWithin * 1000) return false;
  const previous = await lastPosition(tx, of);
  const params = { positionAt: previous?.at ?? null };
  await queueCommands(tx, devices, 'locate', { userId, validSeconds, params });
  return true;
}

/**
 * Returns whether a device can be asked for its position, and the outcome of the last 立即定位.
 * @param last the current position, if the caller has read it
 */
export async function locateState(
  tx: Db,
  of: Subject,
  last: Awaited<ReturnType<typeof lastPosition>>,
): Promise<{ devices: string[]; locate: Located | null }> {
  const devices = await askable(tx, of, 'locate');
  const command = await lastCommand(tx, devices, 'locate');
  if (!command) return { devices, locate: null };
  const { state, createdAt: askedAt, sentAt, answeredAt, params } = command;
  const previousAt = params.positionAt;
  const isNewer =
    typeof previousAt === 'string' ? last !== null && last.at > previousAt : isSince(last, sentAt, askedAt);
  return { devices, locate: { state, askedAt, sentAt, answeredAt, located: isNewer } };
}

/** Whether a first position came after the command was sent. */
function isSince(last: { at: string } | null, sentAt: string | null, askedAt: string): boolean {
  return last !== null && sentAt !== null && last.at >= askedAt;
}
