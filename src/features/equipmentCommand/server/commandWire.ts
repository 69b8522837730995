import { type RawBuilder, sql } from 'kysely';
import { type DeviceCommand, deviceCommands } from '#devices/framer.ts';
import type { Message } from '#devices/message.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { texts } from '#server/db/values.ts';
import { wake } from '#server/db/wake.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { connected, type Outgoing, prepareDown } from '#server/ingest/downlink.ts';
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
    const which = values && (kind === 'answer' || 'answeredSerial' in values) ? answeredBy(values) : null;
    if (!values || !which) continue;
    const acknowledged = await tx.returning(sql<{ id: string }>`
      update equipment_command set state = ${values.refused === true ? 'failed' : 'acknowledged'}, answered_at = now(), answer = ${answerOf(values)}
      where equipment_id = ${device.id} and ${which} and state in ('sent', 'failed')
        and sent_at > now() - interval '10 minutes' returning id::text`);
    await emitStates(ctx, acknowledged);
  }
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

interface Due {
  id: string;
  tries: number;
  command: DeviceCommand;
  params: Record<string, unknown>;
  protocol: string;
  number: string;
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

/**
 * Sends due commands to the devices connected to this node, and ends those that are too old. A command that fails does
 * not stop the others; the first error is thrown at the end.
 */
export async function sendDueCommands(): Promise<void> {
  await endOld();
  const connectedDevices = connected();
  if (connectedDevices.length === 0) return;
  const due = await db.rows(sql<Due>`
    select c.id::text, c.tries, c.command, c.params, i.protocol, i.number from equipment_command c
    join equipment_identifier i on i.equipment_id = c.equipment_id
    join unnest(${texts(connectedDevices.map(({ protocol }) => protocol))}::text[], ${texts(connectedDevices.map(({ number }) => number))}::text[]) as h (protocol, number)
      on h.protocol = i.protocol and h.number = i.number
    where c.state = 'queued' or c.state = 'sent' and c.tries < ${triesOf} and c.sent_at <= now() - make_interval(secs => ${answerWithin})
    order by c.id`);
  const faults: unknown[] = [];
  for (const dueCommand of due) await sendOne(dueCommand).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

async function sendOne(due: Due): Promise<void> {
  const out = await prepared(due);
  if (out && (await markSent(due, out.bytes)) && !out.write()) await requeue(due);
}

/** Encodes the command. One that cannot be encoded is marked failed, because a retry cannot succeed. */
async function prepared(due: Due): Promise<Outgoing | null> {
  const serial = Number(BigInt(due.id) % BigInt(serials));
  try {
    return prepareDown(due.protocol, due.number, { command: due.command, params: due.params }, serial);
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
