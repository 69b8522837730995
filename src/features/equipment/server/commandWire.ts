import { type RawBuilder, sql } from 'kysely';
import { type DeviceCommand, deviceCommands } from '#devices/framer.ts';
import type { Message } from '#devices/message.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { connected, type Outgoing, prepareDown } from '#server/ingest/downlink.ts';
import { dangerousCommands } from '../contract/command.ts';
import { emitStates } from './commandRows.ts';
import { answerWithin } from './commands.ts';

/** Serials of commands run so far. */
const serials = 0x1_0000;
/** A command is written at most so many times; once where the device takes no call for help after it. */
const maxTries = 3;
const triesOf = sql`case when command = any(${texts([...dangerousCommands])}) then 1 else ${maxTries} end`;

/** The commands that devices say in this batch to have taken. */
export async function recordAnswers(
  ctx: CommandContext,
  received: readonly { message: Message; device: { id: string } }[],
): Promise<void> {
  const { tx } = ctx;
  for (const { message, device } of received) {
    const { values, kind } = message.decoded ?? {};
    const which = values && (kind === 'answer' || 'answeredSerial' in values) ? answeredBy(values) : null;
    if (!values || !which) continue;
    const acknowledged = await sql<{ id: string }>`
      update equipment_command set state = ${values.refused === true ? 'failed' : 'acknowledged'}, answered_at = now(), answer = ${answerOf(values)}
      where equipment_id = ${device.id} and ${which} and state in ('sent', 'failed')
        and sent_at > now() - interval '10 minutes' returning id::text`.execute(tx);
    await emitStates(ctx, acknowledged.rows);
  }
}

/** What is answered with the same word as another command. */
const sameAnswer: Readonly<Partial<Record<DeviceCommand, readonly DeviceCommand[]>>> = {
  heart_interval: ['measure_heart'],
};

/** The commands that an answer is to: by our serial where it repeats that, else by their kind; null for an answer to none. */
function answeredBy({ command, answeredSerial }: Record<string, unknown>): RawBuilder<unknown> | null {
  // Of a device that speaks JSON any number may stand there.
  if (typeof answeredSerial === 'number')
    return Number.isInteger(answeredSerial) && answeredSerial >= 0 && answeredSerial < serials
      ? sql`id % ${serials} = ${answeredSerial}::int`
      : null;
  const deviceCommand = deviceCommands.find((name) => name === command);
  return deviceCommand ? sql`command = any(${texts([deviceCommand, ...(sameAnswer[deviceCommand] ?? [])])})` : null;
}

/** What a device answered: its word, or what it was asked for. */
function answerOf({ type, answer = type, parameters }: Record<string, unknown>): string {
  return (Array.isArray(parameters) ? parameters.join(',') : String(answer ?? '')).slice(0, 500);
}

interface Due {
  id: string;
  tries: number;
  command: DeviceCommand;
  params: Record<string, unknown>;
  protocol: string;
  number: string;
}

/** Ends what has waited, or was repeated, long enough. */
async function endOld(): Promise<void> {
  const old = sql`
    (state = 'queued' and valid_until <= now()
      or state = 'sent' and (tries >= ${triesOf} or valid_until <= now()) and sent_at <= now() - make_interval(secs => ${answerWithin}))`;
  // Most turns find nothing: they open no transaction.
  const some = await sql`select 1 as one from equipment_command where ${old} limit 1`.execute(db);
  if (some.rows.length === 0) return;
  await command(system('command'), async (ctx) => {
    const ended = await sql<{ id: string }>`
      update equipment_command set state = case when state = 'queued' then 'expired' else 'failed' end
      where ${old} returning id::text`.execute(ctx.tx);
    await emitStates(ctx, ended.rows);
  });
}

/**
 * Writes what waits to the devices that are connected to this node; what has waited or was repeated long enough ends. A command
 * that cannot be sent holds up no other: why the first of them could not is thrown when all have had their turn.
 */
export async function sendDueCommands(): Promise<void> {
  await endOld();
  const connectedDevices = connected();
  if (connectedDevices.length === 0) return;
  const due = await sql<Due>`
    select c.id::text, c.tries, c.command, c.params, i.protocol, i.number from equipment_command c
    join equipment_identifier i on i.equipment_id = c.equipment_id
    join unnest(${texts(connectedDevices.map(({ protocol }) => protocol))}::text[], ${texts(connectedDevices.map(({ number }) => number))}::text[]) as h (protocol, number)
      on h.protocol = i.protocol and h.number = i.number
    where c.state = 'queued' or c.state = 'sent' and c.tries < ${triesOf} and c.sent_at <= now() - make_interval(secs => ${answerWithin})
    order by c.id`.execute(db);
  const faults: unknown[] = [];
  for (const dueCommand of due.rows) await sendOne(dueCommand).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

async function sendOne(due: Due): Promise<void> {
  const out = await prepared(due);
  if (out && (await markSent(due, out.bytes)) && !out.write()) await requeue(due);
}

/** Its bytes on their way. A command whose bytes cannot be made has failed: they never can be. */
async function prepared(due: Due): Promise<Outgoing | null> {
  const serial = Number(BigInt(due.id) % BigInt(serials));
  try {
    return prepareDown(due.protocol, due.number, { command: due.command, params: due.params }, serial);
  } catch (error) {
    await command(system('command'), async (ctx) => {
      const ended = await sql<{ id: string }>`
        update equipment_command set state = 'failed', answer = '指令不能编码' where id = ${due.id} and state in ('queued', 'sent')
        returning id::text`.execute(ctx.tx);
      await emitStates(ctx, ended.rows);
    });
    throw error;
  }
}

/**
 * Before it is written: an answer that is there sooner than this commit would be one to nothing.
 * @returns false where it has ended or another node was quicker
 */
async function markSent({ id, tries }: Due, bytes: Buffer): Promise<boolean> {
  return command(system('command'), async (ctx) => {
    const sent = await sql<{ id: string }>`
      update equipment_command set state = 'sent', tries = tries + 1, sent_at = now(), tried_at = tried_at || now(), bytes = ${bytes}
      where id = ${id} and tries = ${tries} and state in ('queued', 'sent') returning id::text`.execute(ctx.tx);
    await emitStates(ctx, sent.rows);
    return sent.rows.length > 0;
  });
}

/** The connection ended in between: it waits as before. */
async function requeue({ id, tries }: Due): Promise<void> {
  await command(system('command'), async (ctx) => {
    const waiting = await sql<{ id: string }>`
      update equipment_command set tries = tries - 1, tried_at = trim_array(tried_at, 1), sent_at = tried_at[tries - 1],
        state = case when tries = 1 then 'queued' else state end, bytes = case when tries > 1 then bytes end
      where id = ${id} and tries = ${tries + 1} and state = 'sent' returning id::text`.execute(ctx.tx);
    await emitStates(ctx, waiting.rows);
  });
}

/** Looks for commands to send when one was given, and every few seconds for devices that have come meanwhile. */
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
