import { sql } from 'kysely';
import { channelsOf } from '#features/channel/server/service.ts';
import { agreementsOf, readContactsOf } from '#features/customer/server/service.ts';
import { type Person, staff } from '#features/notification/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import { seatStatesOf } from '#features/seat/server/service.ts';
import { rostered } from '#features/shift/server/service.ts';
import { type Colleague, peopleWith } from '#features/user/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { Agreement, ChannelKind } from '#shared/codes.ts';
import type { StoredWarn } from './access.ts';
import { namesOfPlaces, type Target, type Told, toldBy } from './rungNotice.ts';
import { isStranger } from './tell.ts';

type Contact = Awaited<ReturnType<typeof readContactsOf>> extends Map<string, (infer One)[]> ? One : never;
type Limits = Awaited<ReturnType<typeof limitsOf>> extends Map<string, infer One> ? One : never;

/** How the persons of alarms are addressed in a message that leaves the house: the family name, and no more of who it is. */
async function addressed(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; name: string; gender: number }>`
    select id::text, name, gender from customer where id = any(${bigints(ids)})`.execute(tx);
  const word = (gender: number) => (gender === 1 ? '先生' : gender === 2 ? '女士' : '老人');
  return new Map(found.rows.map(({ id, name, gender }) => [id, `${[...name][0] ?? ''}${word(gender)}`]));
}

interface Seats {
  /** Who is there. */
  there: Colleague[];
  /** Who of them is idle, has nothing open and was offered nothing that still waits; first whoever was offered one longest ago. */
  free: Colleague[];
}

async function seatsOf(tx: Db): Promise<Seats> {
  const able = await peopleWith(tx, 'warn:claim', null);
  const states = await seatStatesOf(tx, able);
  const there = able.filter(({ id }) => states.get(id) !== 'away');
  const idle = there.filter(({ id, online }) => online && states.get(id) === 'idle');
  if (idle.length === 0) return { there, free: [] };
  const found = await sql<{ id: string }>`
    select u.id::text from unnest(${bigints(idle.map(({ id }) => id))}) as u (id)
    where not exists (select 1 from warn w where w.handler_id = u.id and w.status = 'handling')
      and not exists (select 1 from warn w where w.offered_to = u.id and w.status = 'pending')
    order by (select max(s.at) from warn_step s where s.kind = 'note' and s.data ->> 'offeredTo' = u.id::text and s.at > now() - interval '1 day') asc nulls first, random()`.execute(
    tx,
  );
  const byId = new Map(idle.map((one) => [one.id, one]));
  return { there, free: found.rows.flatMap(({ id }) => byId.get(id) ?? []) };
}

/** Whether somebody who takes alarms can take this one; device staff of anywhere take that of an unregistered number. */
const takes = (row: StoredWarn) => (one: Colleague) => (isStranger(row) ? one.has('warn:device') : one.sees(row));

/** What the rungs of a batch ask, each thing read once for all alarms of the batch, in its transaction. */
export interface RungReads {
  limits(row: StoredWarn): Promise<Limits | undefined>;
  /** The names of the departments in which the alarms lie, by id. */
  places(): Promise<Map<string, string>>;
  addressed(row: StoredWarn): Promise<string>;
  /** Who is on duty by the roster where the alarm lies. */
  duty(row: StoredWarn): Promise<Colleague[]>;
  told(wanted: Target, row: StoredWarn): Promise<{ target: Target; people: Told[] }>;
  /** How these people of the house are reached. */
  addresses(people: readonly { id: string }[]): Promise<Person[]>;
  family(row: StoredWarn): Promise<{ agreement: Agreement; contacts: Contact[] }>;
  /** The kinds of channel that the alarm's project has. */
  channels(row: StoredWarn): Promise<ChannelKind[]>;
  /** Who is there that can take the alarm. */
  there(row: StoredWarn): Promise<Colleague[]>;
  /** A free seat for the alarm, which no other alarm of the batch is given then. */
  seat(row: StoredWarn): Promise<Colleague | undefined>;
}

export function rungReads(tx: Db, rows: readonly StoredWarn[]): RungReads {
  const kept = new Map<string, Promise<unknown>>();
  const once = <T>(what: string, read: () => Promise<T>): Promise<T> => {
    const known = (kept.get(what) as Promise<T> | undefined) ?? read();
    kept.set(what, known);
    return known;
  };
  const all = (of: (row: StoredWarn) => string | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
  const customers = all((row) => row.customerId);
  const projects = all((row) => row.projectId);
  const reads: RungReads = {
    limits: async ({ projectId }) => (await once('limits', () => limitsOf(tx, projects))).get(projectId),
    places: () =>
      once('places', () =>
        namesOfPlaces(
          tx,
          all((row) => row.departmentId),
        ),
      ),
    addressed: async ({ customerId }) =>
      (await once('addressed', () => addressed(tx, customers))).get(customerId ?? '') ?? '',
    duty: async (row) => (await once('duty', () => rostered(tx))).filter((one) => one.sees(row)),
    told: (wanted, row) =>
      once(`told ${wanted} ${isStranger(row)} ${row.departmentId} ${row.projectId}`, async () =>
        toldBy(tx, wanted, row, wanted === 'duty' ? await reads.duty(row) : []),
      ),
    addresses: (people) => once(`people ${people.map(({ id }) => id)}`, () => staff(tx, people)),
    family: async ({ customerId }) => {
      const agreed = await once('agreed', () => agreementsOf(tx, customers));
      const contacts = await once('contacts', () => readContactsOf(tx, customers));
      const own = agreed.find(({ id, purpose }) => id === customerId && purpose === 'family');
      return { agreement: own?.agreement ?? 'missing', contacts: contacts.get(customerId ?? '') ?? [] };
    },
    channels: async ({ projectId }) => {
      const set = await once('channels', () => channelsOf(tx, projects));
      return [...new Set(set.filter((one) => one.projectId === projectId).map(({ kind }) => kind))];
    },
    there: async (row) => (await once('seats', () => seatsOf(tx))).there.filter(takes(row)),
    seat: async (row) => {
      const { free } = await once('seats', () => seatsOf(tx));
      const at = free.findIndex(takes(row));
      return at < 0 ? undefined : free.splice(at, 1)[0];
    },
  };
  return reads;
}
