import { sql } from 'kysely';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { registerTopic } from '#server/live/stream.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { maskPhone } from '#shared/mask.ts';
import type { commandApi } from '../contract.ts';

export type CommandRow = OutputOf<typeof commandApi.getCommandList>;

/** Columns of a command row, for `equipment_command c`. */
export const commandColumns = sql`
  c.id::text as "commandId", c.equipment_id::text as "equipmentId", c.command, c.params, c.state, c.tries, c.created_at as "createdAt",
  (select u.name from "user" u where u.id = c.created_by) as "createdBy", c.valid_until as "validUntil", c.sent_at as "sentAt",
  c.answered_at as "answeredAt", c.answer, encode(c.bytes, 'hex') as bytes`;

const numberKeys = ['number', 'sos', 'whitelist'];
/** A mobile number, not part of a longer number; a dialling prefix (0, 86) may precede it. */
export const mobile = /(?<=(?<!\d)(?:0|(?:00)?86)?)1[3-9]\d{9}(?!\d)/g;

/** Masks phone numbers in a value, at any depth. */
export function maskNumbers(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => maskNumbers(item, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskNumbers(item, name)]));
  if (typeof value !== 'string') return value;
  return numberKeys.includes(key) ? maskPhone(value) : value.replace(mobile, (digits) => maskPhone(digits) ?? '');
}

/** Returns whether a command, its bytes or its answer may contain phone numbers. */
export const holdsNumbers = (command: unknown) => ['contacts', 'call', 'parameters'].includes(String(command));

/** Masks phone numbers in a command and removes its bytes. */
export function maskedCommand(row: CommandRow): CommandRow {
  return holdsNumbers(row.command) ? { ...(maskNumbers(row) as CommandRow), bytes: null } : row;
}

/** Returns a function that masks a command according to the viewer's permission. */
export const shownTo =
  (viewer: Viewer) =>
  (row: CommandRow): CommandRow =>
    hasPermission(viewer, 'pii:reveal') ? row : maskedCommand(row);

/** Reads these commands in their current state. */
export async function commandRows(tx: Db, ids: readonly string[]): Promise<CommandRow[]> {
  return tx.rows(sql<CommandRow>`
    select ${commandColumns} from equipment_command c where c.id = any(${bigints(ids)}) order by c.id`);
}

/** Emits the new states of these commands to viewers of the devices. */
export async function emitStates(ctx: CommandContext, commands: readonly { id: string }[]): Promise<void> {
  if (commands.length === 0) return;
  const rows = await ctx.tx.rows(sql<{ id: string; departmentId: string; projectId: string }>`
    select c.id::text, e.department_id::text as "departmentId", e.project_id::text as "projectId"
    from equipment_command c join equipment e on e.id = c.equipment_id where c.id = any(${bigints(commands.map(({ id }) => id))})`);
  for (const row of rows)
    ctx.emit({ topic: 'command', kind: 'changed', permission: 'equipment:list', ownerId: null, ...row });
}

/** Registers the command topic for the streams. */
export function loadCommands(): void {
  registerTopic('command', {
    permission: 'pii:reveal',
    load: async (ids) =>
      new Map((await commandRows(db, ids)).map((row) => [row.commandId, { full: row, reduced: maskedCommand(row) }])),
  });
}
