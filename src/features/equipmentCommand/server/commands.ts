import { sql } from 'kysely';
import type { Format, FormatReply } from '#devices/format.ts';
import { formatOf, formats } from '#devices/formats.ts';
import type { CommandInput, DeviceCommand } from '#devices/framer.ts';
import { streamProtocols } from '#devices/streams.ts';
import type { Db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { type commandStates, keysOf } from '#shared/codes.ts';

/** Seconds after which an unanswered command is sent again (protocols.md P1). */
export const answerWithin = 30;

/** Protocols that support commands to the device. */
export const commandable: string[] = [...streamProtocols, ...formats]
  .filter((protocol: { encodeCommand?: unknown }) => protocol.encodeCommand)
  .map(({ name }) => name);

/** Example parameters per command, valid for each protocol that supports it. */
const examples: Readonly<Record<DeviceCommand, CommandInput['params']>> = {
  ...{ locate: {}, find: {}, measure_heart: {}, restart: {}, call: { number: '110' }, interval: { seconds: 600 } },
  ...{ heart_interval: { seconds: 600 }, fall_sensitivity: { level: 1 }, contacts: { sos: ['110'] } },
  ...{ quiet_hours: { periods: [{ from: '21:00', to: '07:00' }] }, parameters: { read: [] } },
};

/** Returns whether a protocol can encode the command with these parameters. */
export function supportsCommand(protocol: string, input: CommandInput): boolean {
  const format = formatOf(protocol);
  if (format) return encodeFor(format, '1', input, 0) !== null;
  const encoder = streamProtocols.find(({ name }) => name === protocol);
  return encoder !== undefined && encoder.encodeCommand({ number: '1' }, input, 0) !== null;
}

/** Encodes a command in a format: for what logs in itself, else for a child of it. */
export function encodeFor(format: Format, number: string, input: CommandInput, serial: number): FormatReply | null {
  const login = { sn: number, isGateway: true, baseTopic: 'zigbee2mqtt' };
  const own = format.encodeCommand?.({ number, login }, input, serial);
  const ofChild = { number, wireName: number, login: { ...login, sn: '' } };
  return own ?? format.encodeCommand?.(ofChild, input, serial) ?? null;
}

/** Returns the command's name in the protocol (`CR`); undefined if unsupported. */
export const wireName = (protocol: string, command: DeviceCommand): string | undefined =>
  [...streamProtocols, ...formats]
    .find(({ name }) => name === protocol)
    ?.wordOf?.({ command, params: examples[command] });

/** Protocols that support each command. */
export const speakers = Object.fromEntries(
  keysOf(examples).map((command) => [
    command,
    commandable.filter((protocol) => supportsCommand(protocol, { command, params: examples[command] })),
  ]),
) as Record<DeviceCommand, string[]>;

export type CommandState = keyof typeof commandStates;

export interface CommandSeen {
  id: string;
  state: CommandState;
  createdAt: string;
  sentAt: string | null;
  answeredAt: string | null;
  params: Record<string, unknown>;
}

/** Wakes the senders of all nodes. */
export function wakeSenders(): void {
  wake.publish('command');
}

/** Returns the devices of a customer, or the device of an alarm, that accept the command. */
export async function askable(
  tx: Db,
  of: { customerId: string | null; equipmentId: string | null },
  command: DeviceCommand,
): Promise<string[]> {
  const rows = await tx.rows(sql<{ id: string }>`
    select e.id::text from equipment e join model m on m.id = e.model_id
    where e.deleted_at is null and (e.id = ${of.equipmentId} or e.customer_id = ${of.customerId})
      and m.capabilities @> array[${command}] and m.protocol = any(${texts(speakers[command])})
    order by e.id = ${of.equipmentId} desc nulls last, e.id limit 3`);
  return rows.map((row) => row.id);
}

/** Queues a command to devices; a device with a pending one is skipped. */
export async function queueCommands(
  tx: Db,
  equipmentIds: readonly string[],
  command: DeviceCommand,
  by: { userId: string; validSeconds: number; params: Record<string, unknown> },
): Promise<void> {
  await sql`
    insert into equipment_command (equipment_id, command, params, valid_until, created_by)
    select e.id, ${command}, ${JSON.stringify(by.params)}::jsonb, now() + make_interval(secs => ${by.validSeconds}), ${by.userId}
    from unnest(${equipmentIds}::bigint[]) as e (id)
    where not exists (select 1 from equipment_command c where c.equipment_id = e.id and c.command = ${command}
      and (c.state = 'queued' and c.valid_until > now() or c.state = 'sent' and c.sent_at > now() - make_interval(secs => ${answerWithin})))`.execute(
    tx,
  );
}

/** Returns the newest command of this kind to any of the devices. */
export async function lastCommand(
  tx: Db,
  equipmentIds: readonly string[],
  command: DeviceCommand,
): Promise<CommandSeen | null> {
  const row = await tx.row(sql<CommandSeen>`
    select id::text, state, created_at as "createdAt", sent_at as "sentAt", answered_at as "answeredAt", params from equipment_command
    where equipment_id = any(${equipmentIds}::bigint[]) and command = ${command} order by equipment_command.id desc limit 1`);
  return row ?? null;
}
