import { sql } from 'kysely';
import { channelsOf } from '#features/channel/server/service.ts';
import { bedTexts, consentValiditiesOf, readContactsOf } from '#features/customer/server/service.ts';
import { type Recipient, userRecipients } from '#features/notification/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import { onDutyUsers } from '#features/shift/server/service.ts';
import type { Colleague } from '#features/user/server/service.ts';
import { departmentNames, isUnknownNumber, type NotifiedUser, type StoredWarn } from '#features/warn/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import type { ChannelKind, ConsentValidity } from '#shared/codes.ts';
import { type Target, usersOfRung } from './rungNotice.ts';

type Contact = Awaited<ReturnType<typeof readContactsOf>> extends Map<string, (infer One)[]> ? One : never;
type Limits = Awaited<ReturnType<typeof limitsOf>> extends Map<string, infer One> ? One : never;

/** Returns salutations of customers for outbound messages: only the family name. */
async function salutations(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; name: string; gender: number }>`
    select id::text, name, gender from customer where id = any(${bigints(ids)})`);
  const title = (gender: number) => (gender === 1 ? '先生' : gender === 2 ? '女士' : '老人');
  return new Map(rows.map(({ id, name, gender }) => [id, `${[...name][0] ?? ''}${title(gender)}`]));
}

/** Data that the rungs of a batch need, each read once for all warns of the batch, in its transaction. */
export interface RungContext {
  limits(row: StoredWarn): Promise<Limits | undefined>;
  /** Names of the warns' departments, by id. */
  departmentNames(): Promise<Map<string, string>>;
  salutation(row: StoredWarn): Promise<string>;
  /** Location for outbound messages: the bed, else the department. */
  placeText(row: StoredWarn): Promise<string>;
  /** Users on duty by the roster for the warn. */
  duty(row: StoredWarn): Promise<Colleague[]>;
  targetUsers(requested: Target, row: StoredWarn): Promise<{ target: Target; users: NotifiedUser[] }>;
  /** Outbound addresses of these users. */
  recipients(users: readonly { id: string }[]): Promise<Recipient[]>;
  family(row: StoredWarn): Promise<{ consent: ConsentValidity; contacts: Contact[] }>;
  /** The kinds of channel that the alarm's project has. */
  channels(row: StoredWarn): Promise<ChannelKind[]>;
}

export function rungContext(tx: Db, rows: readonly StoredWarn[]): RungContext {
  const cache = new Map<string, Promise<unknown>>();
  const readOnce = <T>(what: string, read: () => Promise<T>): Promise<T> => {
    const cached = (cache.get(what) as Promise<T> | undefined) ?? read();
    cache.set(what, cached);
    return cached;
  };
  const distinct = (of: (row: StoredWarn) => string | null) => [...new Set(rows.flatMap((row) => of(row) ?? []))];
  const customers = distinct((row) => row.customerId);
  const projects = distinct((row) => row.projectId);
  const context: RungContext = {
    limits: async ({ projectId }) => (await readOnce('limits', () => limitsOf(tx, projects))).get(projectId),
    departmentNames: () =>
      readOnce('places', () =>
        departmentNames(
          tx,
          distinct((row) => row.departmentId),
        ),
      ),
    salutation: async ({ customerId }) =>
      (await readOnce('addressed', () => salutations(tx, customers))).get(customerId ?? '') ?? '',
    placeText: async (row) => {
      const bed = (await readOnce('beds', () => bedTexts(tx, customers))).get(row.customerId ?? '');
      return bed ?? (await context.departmentNames()).get(row.departmentId) ?? '';
    },
    duty: async (row) => (await readOnce('duty', () => onDutyUsers(tx))).filter((user) => user.sees(row)),
    targetUsers: (requested, row) =>
      readOnce(`told ${requested} ${isUnknownNumber(row)} ${row.departmentId} ${row.projectId}`, async () =>
        usersOfRung(tx, requested, row, requested === 'duty' ? await context.duty(row) : []),
      ),
    recipients: (users) => readOnce(`people ${users.map(({ id }) => id)}`, () => userRecipients(tx, users)),
    family: async ({ customerId }) => {
      const consents = await readOnce('agreed', () => consentValiditiesOf(tx, customers));
      const contacts = await readOnce('contacts', () => readContactsOf(tx, customers));
      const familyConsent = consents.find(({ id, purpose }) => id === customerId && purpose === 'family');
      return { consent: familyConsent?.agreement ?? 'missing', contacts: contacts.get(customerId ?? '') ?? [] };
    },
    channels: async ({ projectId }) => {
      const set = await readOnce('channels', () => channelsOf(tx, projects));
      return [...new Set(set.filter((channel) => channel.projectId === projectId).map(({ kind }) => kind))];
    },
  };
  return context;
}
