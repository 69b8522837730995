import { sql } from 'kysely';
import { type DeviceCommand, deviceCommands } from '#devices/framer.ts';
import type { Message } from '#devices/message.ts';
import { watchProtocol } from '#devices/watch.ts';
import { type Db, db } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import { downlinks, sendDown } from '#server/ingest/downlink.ts';

/** Without an answer it is written again after this time, at most `mostTries` times in all (protocols.md P1), s. */
const answerWithin = 30;
const mostTries = 3;

/** The protocols that can carry a command down. */
const commandable = [watchProtocol].filter((one) => one.encodeCommand).map((one) => one.name);

export type CommandState = 'queued' | 'sent' | 'acknowledged' | 'failed' | 'expired';

export interface CommandSeen {
  id: string;
  state: CommandState;
  createdAt: string;
  sentAt: string | null;
  answeredAt: string | null;
  params: Record<string, unknown>;
}

/** Nodes whose devices are asked look for work at once. */
export function tellCommands(): void {
  wake.publish('command');
}

/** The devices of a person, or the one of an alarm, that can be asked for the command. */
export async function askable(
  tx: Db,
  of: { customerId: string | null; equipmentId: string | null },
  command: DeviceCommand,
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select e.id::text from equipment e join model m on m.id = e.model_id
    where e.deleted_at is null and (e.id = ${of.equipmentId} or e.customer_id = ${of.customerId})
      and m.capabilities @> array[${command}] and m.protocol = any(${commandable}::text[])
    order by e.id = ${of.equipmentId} desc nulls last, e.id limit 3`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** Asks devices; one that was asked and has not answered yet is not asked twice. */
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

/** The newest command of its kind to any of the devices. */
export async function lastCommand(
  tx: Db,
  equipmentIds: readonly string[],
  command: DeviceCommand,
): Promise<CommandSeen | null> {
  const found = await sql<CommandSeen>`
    select id::text, state, created_at as "createdAt", sent_at as "sentAt", answered_at as "answeredAt", params from equipment_command
    where equipment_id = any(${equipmentIds}::bigint[]) and command = ${command} order by equipment_command.id desc limit 1`.execute(
    tx,
  );
  return found.rows[0] ?? null;
}

/** The commands that devices say in this batch to have taken. */
export async function noteAnswers(
  tx: Db,
  fresh: readonly { message: Message; known: { id: string } }[],
): Promise<void> {
  for (const { message, known } of fresh) {
    if (message.decoded?.kind !== 'answer') continue;
    const { values } = message.decoded;
    if (!deviceCommands.some((one) => one === values.command)) continue;
    await sql`
      update equipment_command set state = 'acknowledged', answered_at = now(), answer = ${String(values.type ?? '')}
      where equipment_id = ${known.id} and command = ${values.command} and state in ('sent', 'failed')
        and sent_at > now() - interval '10 minutes'`.execute(tx);
  }
}

interface Due {
  id: string;
  tries: number;
  command: DeviceCommand;
  protocol: string;
  number: string;
}

/** Writes what waits to the devices that are connected to this node; what has waited or was repeated long enough ends. */
export async function sendDueCommands(): Promise<void> {
  const protocols = downlinks();
  if (protocols.length === 0) return;
  await sql`
    update equipment_command set state = case when state = 'queued' then 'expired' else 'failed' end
    where state = 'queued' and valid_until <= now()
      or state = 'sent' and (tries >= ${mostTries} or valid_until <= now()) and sent_at <= now() - make_interval(secs => ${answerWithin})`.execute(
    db,
  );
  const due = await sql<Due>`
    select c.id::text, c.tries, c.command, i.protocol, i.number from equipment_command c
    join equipment_identifier i on i.equipment_id = c.equipment_id and i.protocol = any(${protocols}::text[])
    where c.state = 'queued' or c.state = 'sent' and c.sent_at <= now() - make_interval(secs => ${answerWithin})
    order by c.id`.execute(db);
  for (const one of due.rows) {
    const serial = Number(BigInt(one.id) % 0x1_0000n);
    if (sendDown(one.protocol, one.number, one.command, serial)) await noteSent(one);
  }
}

async function noteSent({ id, tries }: Due): Promise<void> {
  await sql`
    update equipment_command set state = 'sent', tries = tries + 1, sent_at = now()
    where id = ${id} and tries = ${tries} and state in ('queued', 'sent')`.execute(db);
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
