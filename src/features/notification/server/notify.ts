import { sql } from 'kysely';
import { channelsOf, textFor } from '#features/channel/server/service.ts';
import { encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { ChannelKind } from '#shared/codes.ts';
import { hoursOf, type QuietHours } from '#shared/quiet.ts';
import type { NotificationRow, Occasion } from './record.ts';
import { sealed } from './record.ts';

/** Somebody who is to be told. */
export interface Person {
  kind: NotificationRow['to']['kind'];
  id: string;
  name: string;
  mobile: string | null;
  email: string | null;
  /** Null: rung at any hour. */
  quiet: QuietHours | null;
  /** Where the message leads this one alone; absent: where it leads all. */
  link?: string;
}

/** Of what people are told by which channels. */
export interface Telling extends Occasion {
  people: readonly Person[];
  /** The zone of the project. */
  zone: string;
  /** All of them at once. */
  channels: readonly ChannelKind[];
  /** One after the other, where one of `channels` does not come through to somebody. */
  instead: readonly ChannelKind[];
  /** What stands in the text: how the person of the alarm is addressed, place, kind, time, and where it leads; nothing of health. */
  values: Readonly<Record<'name' | 'place' | 'type' | 'time' | 'link', string>>;
}

/** A message as it waits, encrypted. */
export interface Said {
  title: string;
  text: string;
  spoken: string;
  url: string | null;
}

/** Groups that read one message: it goes to the channel and not to each person. */
const groups: readonly ChannelKind[] = ['wecom', 'dingtalk', 'feishu'];

async function saidBy(
  tx: Db,
  { projectId, event, ...telling }: Telling,
  kind: ChannelKind,
  link?: string,
): Promise<string> {
  const values = link === undefined ? telling.values : { ...telling.values, link };
  const { title, text } = await textFor(tx, projectId, event, kind, values);
  const { text: spoken } = await textFor(tx, projectId, event, 'voice', values);
  return encrypt(JSON.stringify({ title, text, spoken, url: values.link || null } satisfies Said));
}

/** Whom a kind of channel writes to: each of them, or its group as one. */
function receivers(people: readonly Person[], kind: ChannelKind, name: string): Person[] {
  const [first] = people;
  return first && groups.includes(kind)
    ? [{ kind: first.kind, id: first.id, name, mobile: null, email: null, quiet: null }]
    : [...people];
}

interface Row {
  channel: ChannelKind;
  channelId: string;
  instead: readonly ChannelKind[];
}

/** Puts a message to each into the outbox; whoever has it already by this channel gets no second one. Answers how many are new. */
async function queue(tx: Db, telling: Telling, { channel, channelId, instead }: Row, name: string): Promise<number> {
  const { event, key, warnId, projectId, departmentId, level, title } = telling;
  const all = await saidBy(tx, telling, channel);
  const own = await Promise.all(
    receivers(telling.people, channel, name).map(async (one) => ({
      one,
      said: one.link === undefined ? all : await saidBy(tx, telling, channel, one.link),
    })),
  );
  const rows = own.map(({ one: { kind, id, link: _link, quiet, ...address }, said }) => ({
    ...{ event, key, warnId, projectId, departmentId, level, title, channel, channelId },
    toKind: kind,
    toId: id,
    toCipher: sealed({ ...address, quiet: quiet && { ...quiet, zone: telling.zone } }),
    textCipher: said,
    instead: [...instead],
  }));
  if (rows.length === 0) return 0;
  const added = await tx
    .insertInto('notification')
    .values(rows)
    .onConflict((on) => on.columns(['key', 'toKind', 'toId', 'channel']).doNothing())
    .returning('id')
    .execute();
  return added.length;
}

/**
 * Puts messages into the outbox, in the transaction of the step that is told: what commits is sent, by whichever node comes
 * first. A kind of channel that the project has not set up, or has switched off, is left out. Answers how many there are.
 */
export async function notify(tx: Db, telling: Telling): Promise<number> {
  if (telling.people.length === 0 || telling.channels.length === 0) return 0;
  const set = await channelsOf(tx, telling.projectId);
  const has = (kind: ChannelKind) => set.some((one) => one.kind === kind);
  const instead = telling.instead.filter((kind) => has(kind) && !telling.channels.includes(kind));
  let added = 0;
  for (const kind of telling.channels.some(has) ? telling.channels : instead) {
    const channel = set.find((one) => one.kind === kind);
    if (channel) added += await queue(tx, telling, { channel: kind, channelId: channel.id, instead }, channel.name);
  }
  return added;
}

/** How these people of the house are reached. */
export async function staff(tx: Db, people: readonly { id: string }[]): Promise<Person[]> {
  const ids = people.map(({ id }) => id);
  const found = await sql<Omit<Person, 'kind' | 'quiet'> & { quietFrom: string | null; quietTo: string | null }>`
    select id::text, name, mobile, email, quiet_from as "quietFrom", quiet_to as "quietTo" from "user" where id = any(${bigints(ids)}) and deleted_at is null and status = 'enabled' order by name, id`.execute(
    tx,
  );
  return found.rows.map(({ quietFrom, quietTo, ...one }) => ({
    kind: 'user',
    ...one,
    quiet: hoursOf(quietFrom, quietTo),
  }));
}
