import { sql } from 'kysely';
import { channelsOf } from '#features/channel/server/service.ts';
import { bedTexts, consentValiditiesOf, readContactsOf } from '#features/customer/server/service.ts';
import { type Recipient, staff } from '#features/notification/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import { onDutyUsers } from '#features/shift/server/service.ts';
import type { Colleague } from '#features/user/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { ChannelKind, ConsentValidity } from '#shared/codes.ts';
import type { StoredWarn } from './access.ts';
import { type NotifiedUser, namesOfPlaces, type Target, usersOfRung } from './rungNotice.ts';
import { isUnknownNumber } from './warnEvents.ts';

type Contact = Awaited<ReturnType<typeof readContactsOf>> extends Map<string, (infer One)[]> ? One : never;
type Limits = Awaited<ReturnType<typeof limitsOf>> extends Map<string, infer One> ? One : never;

/** How the persons of alarms are addressed in a message that leaves the house: the family name, and no more of who it is. */
async function addressed(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string; gender: number }>`
    select id::text, name, gender from customer where id = any(${bigints(ids)})`.execute(tx);
  const word = (gender: number) => (gender === 1 ? '先生' : gender === 2 ? '女士' : '老人');
  return new Map(rows.map(({ id, name, gender }) => [id, `${[...name][0] ?? ''}${word(gender)}`]));
}

/** What the rungs of a batch ask, each thing read once for all alarms of the batch, in its transaction. */
export interface RungContext {
  limits(row: StoredWarn): Promise<Limits | undefined>;
  /** The names of the departments in which the alarms lie, by id. */
  departmentNames(): Promise<Map<string, string>>;
  salutation(row: StoredWarn): Promise<string>;
  /** Where it is, for a message that leaves the house: the bed of who lies in one, else the department. */
  placeText(row: StoredWarn): Promise<string>;
  /** Who is on duty by the roster where the alarm lies. */
  duty(row: StoredWarn): Promise<Colleague[]>;
  targetUsers(wanted: Target, row: StoredWarn): Promise<{ target: Target; users: NotifiedUser[] }>;
  /** How these people of the house are reached. */
  recipients(users: readonly { id: string }[]): Promise<Recipient[]>;
  family(row: StoredWarn): Promise<{ consent: ConsentValidity; contacts: Contact[] }>;
  /** The kinds of channel that the alarm's project has. */
  channels(row: StoredWarn): Promise<ChannelKind[]>;
}

export function rungContext(tx: Db, rows: readonly StoredWarn[]): RungContext {
  const kept = new Map<string, Promise<unknown>>();
  const once = <T>(what: string, read: () => Promise<T>): Promise<T> => {
    const known = (kept.get(what) as Promise<T> | undefined) ?? read();
    kept.set(what, known);
    return known;
  };
  const all = (of: (row: StoredWarn) => string | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
  const customers = all((row) => row.customerId);
  const projects = all((row) => row.projectId);
  const context: RungContext = {
    limits: async ({ projectId }) => (await once('limits', () => limitsOf(tx, projects))).get(projectId),
    departmentNames: () =>
      once('places', () =>
        namesOfPlaces(
          tx,
          all((row) => row.departmentId),
        ),
      ),
    salutation: async ({ customerId }) =>
      (await once('addressed', () => addressed(tx, customers))).get(customerId ?? '') ?? '',
    placeText: async (row) => {
      const bed = (await once('beds', () => bedTexts(tx, customers))).get(row.customerId ?? '');
      return bed ?? (await context.departmentNames()).get(row.departmentId) ?? '';
    },
    duty: async (row) => (await once('duty', () => onDutyUsers(tx))).filter((one) => one.sees(row)),
    targetUsers: (wanted, row) =>
      once(`told ${wanted} ${isUnknownNumber(row)} ${row.departmentId} ${row.projectId}`, async () =>
        usersOfRung(tx, wanted, row, wanted === 'duty' ? await context.duty(row) : []),
      ),
    recipients: (people) => once(`people ${people.map(({ id }) => id)}`, () => staff(tx, people)),
    family: async ({ customerId }) => {
      const agreed = await once('agreed', () => consentValiditiesOf(tx, customers));
      const contacts = await once('contacts', () => readContactsOf(tx, customers));
      const own = agreed.find(({ id, purpose }) => id === customerId && purpose === 'family');
      return { consent: own?.agreement ?? 'missing', contacts: contacts.get(customerId ?? '') ?? [] };
    },
    channels: async ({ projectId }) => {
      const set = await once('channels', () => channelsOf(tx, projects));
      return [...new Set(set.filter((one) => one.projectId === projectId).map(({ kind }) => kind))];
    },
  };
  return context;
}
