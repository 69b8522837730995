import { type RawBuilder, sql } from 'kysely';
import { type DeviceCommand, deviceCommands } from '#devices/framer.ts';
import type { Message } from '#devices/message.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { connected, connectedOverMqtt, type Outgoing, prepareDown, prepareMqtt } from '#server/ingest/downlink.ts';
import { dangerousCommands } from '../contract.ts';
import { emitStates } from './commandRows.ts';
import { answerWithin } from './commands.ts';

/** Serial numbers wrap at this value. */
const serials = 0x1_0000;
/** Maximum number of tries; one for commands during which the device cannot call for help. */
const maxTries = 3;
const triesOf = sql`case when command = any(${texts([...dangerousCommands])}) then 1 else ${maxTries} end`;

/** Records which commands the devices of this batch have answered. */
export async function recordAnswers(
  ctx: CommandContext,
  received: readonly { message: Message; device: { id: string } }[],
): Promise<void> {
  const { tx } = ctx;
  for (const { message, device } of received) {
    const { values, kind } = message.decoded ?? {};
    const which =
      values && (kind === 'answer' || 'answeredSerial' in values) ? answeredBy(values) : statedBy(message, device);
    if (!values || !which) continue;
    const acknowledged = await tx.returning(sql<{ id: string }>`
      update equipment_command set state = ${values.refused === true ? 'failed' : 'acknowledged'}, answered_at = now(), answer = ${answerOf(values)}
      where equipment_id = ${device.id} and ${which} and state in ('sent', 'failed')
        and sent_at > now() - interval '10 minutes' returning id::text`);
    await emitStates(ctx, acknowledged);
  }
}

/** Devices behind gateways that were told to set something: they may answer by their next state alone. */
const setFor = new Set<string>();
const answeredByState = sql`command = 'parameters'`;

/** Returns the condition for the commands that a state answers; null if none was sent from here. */
function statedBy({ topic, decoded }: Message, { id }: { id: string }): RawBuilder<unknown> | null {
  if (setFor.size === 0 || topic !== 'state' || decoded?.heardAt === null || !setFor.delete(id)) return null;
  return answeredByState;
}

/** Commands answered with the word of another command. */
const sameAnswer: Readonly<Partial<Record<DeviceCommand, readonly DeviceCommand[]>>> = {
  heart_interval: ['measure_heart'],
};

/**
 * Returns the condition for the answered commands: by our serial if repeated, else by kind; null if it answers none.
 */
function answeredBy({ command, answeredSerial }: Record<string, unknown>): RawBuilder<unknown> | null {
  // A device that speaks JSON may send any number here.
  if (typeof answeredSerial === 'number')
    return Number.isInteger(answeredSerial) && answeredSerial >= 0 && answeredSerial < serials
      ? sql`id % ${serials} = ${answeredSerial}::int`
      : null;
  const deviceCommand = deviceCommands.find((name) => name === command);
  return deviceCommand ? sql`command = any(${texts([deviceCommand, ...(sameAnswer[deviceCommand] ?? [])])})` : null;
}

/** Returns the answer text: the answer's word, or the parameters read. */
function answerOf({ type, answer = type, parameters }: Record<string, unknown>): string {
  return (Array.isArray(parameters) ? parameters.join(',') : String(answer ?? '')).slice(0, 500);
}

interface Command {
  id: string;
  equipmentId: string;
  tries: number;
  command: DeviceCommand;
  params: Record<string, unknown>;
  word: string | null;
}

interface Due extends Command {
  /** Sent over MQTT: the next state of the device answers parameters. */
  isOverMqtt?: true;
  prepare(serial: number): Outgoing | null;
}

/** Ends commands that waited or were repeated for too long. */
async function endOld(): Promise<void> {
  const old = sql`
    (state = 'queued' and valid_until <= now()
      or state = 'sent' and (tries >= ${triesOf} or valid_until <= now()) and sent_at <= now() - make_interval(secs => ${answerWithin}))`;
  // Skips the transaction if nothing is due, the common case.
  const some = await db.rows(sql`select 1 as one from equipment_command where ${old} limit 1`);
  if (some.length === 0) return;
  await command(system('command'), async (ctx) => {
    const ended = await ctx.tx.returning(sql<{ id: string }>`
      update equipment_command set state = case when state = 'queued' then 'expired' else 'failed' end
      where ${old} returning id::text`);
    await emitStates(ctx, ended);
  });
}

const commandColumns = sql`c.id::text, c.equipment_id::text as "equipmentId", c.tries, c.command, c.params,
  (select own.profile #>> array['commands', c.command] from equipment d join model own on own.id = d.model_id where d.id = c.equipment_id) as word`;
const isDue = sql`(c.state = 'queued' or c.state = 'sent' and c.tries < ${triesOf} and c.sent_at <= now() - make_interval(secs => ${answerWithin}))`;

/** Returns due commands for devices connected to this node by their number. */
async function dueByNumber(): Promise<Due[]> {
  const devices = connected();
  if (devices.length === 0) return [];
  const rows = await db.rows(sql<Command & { protocol: string; number: string }>`
    select ${commandColumns}, i.protocol, i.number from equipment_command c
    join equipment_identifier i on i.equipment_id = c.equipment_id
    join unnest(${texts(devices.map(({ protocol }) => protocol))}::text[], ${texts(devices.map(({ number }) => number))}::text[]) as h (protocol, number)
      on h.protocol = i.protocol and h.number = i.number
    where ${isDue} order by c.id`);
  return rows.map(({ protocol, number, ...row }) => ({
    ...row,
    prepare: (serial) => prepareDown(protocol, number, row, serial),
  }));
}

/** Returns due commands for devices connected to this node over MQTT, and for children behind connected gateways. */
async function dueOverMqtt(): Promise<Due[]> {
  const ids = connectedOverMqtt();
  if (ids.length === 0) return [];
  const rows = await db.rows(sql<Command & { via: string; number: string | null; wireName: string | null }>`
    select ${commandColumns}, h.via::text, case when h.via <> e.id then coalesce(i.number, e.sn) end as number, i.name as "wireName"
    from equipment_command c join equipment e on e.id = c.equipment_id and e.deleted_at is null join model m on m.id = e.model_id
    cross join lateral (
      select e.id as via where e.id = any(${bigints(ids)}) union all select e.gateway_id where e.gateway_id = any(${bigints(ids)}) limit 1) h
    left join lateral (
      select coalesce(t.name, i.number) as number, t.name from equipment_identifier i
      cross join lateral (select case when m.protocol = 'thingsboard' and starts_with(i.number, h.via || '/') then substr(i.number, length(h.via || '/') + 1) end as name) t
      where i.equipment_id = e.id and i.protocol = m.protocol order by i.number limit 1) i on h.via <> e.id
    where ${isDue} order by c.id`);
  return rows.map(({ via, number, wireName, ...row }) => ({
    ...row,
    isOverMqtt: true as const,
    prepare: (serial) => prepareMqtt(via, number === null ? null : { number, wireName }, row, serial),
  }));
}

/**
 * Sends due commands to the devices connected to this node, and ends those that are too old. A command that fails does
 * not stop the others; the first error is thrown at the end.
 */
export async function sendDueCommands(): Promise<void> {
  await endOld();
  const due = [...(await dueByNumber()), ...(await dueOverMqtt())];
  const faults: unknown[] = [];
  for (const dueCommand of due) await sendOne(dueCommand).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

async function sendOne(due: Due): Promise<void> {
  const out = await prepared(due);
  if (!out || !(await markSent(due, out.bytes))) return;
  if (due.isOverMqtt && due.command === 'parameters') setFor.add(due.equipmentId);
  if (!out.write()) await requeue(due);
}

/** Encodes the command. One that cannot be encoded is marked failed, because a retry cannot succeed. */
async function prepared(due: Due): Promise<Outgoing | null> {
  const serial = Number(BigInt(due.id) % BigInt(serials));
  try {
    return due.prepare(serial);
  } catch (error) {
    await command(system('command'), async (ctx) => {
      const ended = await ctx.tx.returning(sql<{ id: string }>`
        update equipment_command set state = 'failed', answer = '指令不能编码' where id = ${due.id} and state in ('queued', 'sent')
        returning id::text`);
      await emitStates(ctx, ended);
    });
    throw error;
  }
}

/**
 * Marks the command sent before it is written, so that a fast answer finds it.
 * @returns false if the command has ended or another node was faster
 */
async function markSent({ id, tries }: Due, bytes: Buffer): Promise<boolean> {
  return command(system('command'), async (ctx) => {
    const sent = await ctx.tx.returning(sql<{ id: string }>`
      update equipment_command set state = 'sent', tries = tries + 1, sent_at = now(), tried_at = tried_at || now(), bytes = ${bytes}
      where id = ${id} and tries = ${tries} and state in ('queued', 'sent') returning id::text`);
    await emitStates(ctx, sent);
    return sent.length > 0;
  });
}

/** Reverts the try when the connection closed before the write. */
async function requeue({ id, tries }: Due): Promise<void> {
  await command(system('command'), async (ctx) => {
    const waiting = await ctx.tx.returning(sql<{ id: string }>`
      update equipment_command set tries = tries - 1, tried_at = trim_array(tried_at, 1), sent_at = tried_at[tries - 1],
        state = case when tries = 1 then 'queued' else state end, bytes = case when tries > 1 then bytes end
      where id = ${id} and tries = ${tries + 1} and state = 'sent' returning id::text`);
    await emitStates(ctx, waiting);
  });
}

/** Sends due commands on every new command, and every `seconds` for devices that connected meanwhile. */
export function watchCommands(seconds: number, onFault: (error: unknown) => void): () => Promise<void> {
  let turn = Promise.resolve();
  const look = () => {
    turn = turn.then(sendDueCommands).catch(onFault);
  };
  const timer = setInterval(look, seconds * 1000);
  const unsubscribe = wake.subscribe('command', look);
  return async () => {
    clearInterval(timer);
    unsubscribe();
    await turn;
  };
}
