import { sql } from 'kysely';
import { agreementOf, readContacts } from '#features/customer/server/service.ts';
import { notify, type Occasion, type Person, staff } from '#features/notification/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import { onDuty } from '#features/shift/server/service.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { productZone } from '#server/db/zone.ts';
import type { Change } from '#server/feature/command.ts';
import { word } from '#server/feature/words.ts';
import { agreements, notifyChannels } from '#shared/codes.ts';
import { hoursOf } from '#shared/quiet.ts';
import type { StoredWarn } from './access.ts';
import { makeCaseLink, outsideAddress } from './caseLink.ts';
import { waysOf } from './ladder.ts';
import { occasionOf, placeName } from './rungNotice.ts';
import { addStep } from './steps.ts';
import { tell } from './tell.ts';

type Ways = ReturnType<typeof waysOf>;

/** How the alarm's person is addressed in a message that leaves the house: the family name, and no more of who it is. */
async function addressed(tx: Db, { customerId }: StoredWarn): Promise<string> {
  if (customerId === null) return '';
  const found = await sql<{ name: string; gender: number }>`
    select name, gender from customer where id = ${customerId}`.execute(tx);
  const [person] = found.rows;
  if (!person) return '';
  const [family = ''] = [...person.name];
  return `${family}${person.gender === 1 ? '先生' : person.gender === 2 ? '女士' : '老人'}`;
}

/** What stands in a message: how the person is addressed, place, kind and time; nothing of health. */
async function valuesOf(tx: Db, row: StoredWarn, zone: string) {
  const time = new Date(row.receivedAt).toLocaleString('zh-CN', {
    ...{ timeZone: zone, hour12: false, month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  } as Intl.DateTimeFormatOptions);
  const place = (await placeName(tx, row.departmentId)) ?? '';
  const link = outsideAddress(`/warn/sos?id=${row.id}`) ?? '';
  return { name: await addressed(tx, row), place, type: word('warn_type', row.type), time, link };
}

async function tellBy(tx: Db, occasion: Occasion, row: StoredWarn, people: Person[], ways: Ways): Promise<number> {
  const limits = (await limitsOf(tx, [row.projectId])).get(row.projectId);
  const zone = limits?.timeZone ?? productZone;
  const values = await valuesOf(tx, row, zone);
  return notify(tx, { ...occasion, people, zone, ...ways, values });
}

const named = ({ channels }: Ways) => channels.map((kind) => notifyChannels[kind]).join('、');

/** Tells people of the house outside the screens, too, at any hour those who are on duty by the roster; the words of it for the timeline, none where there is no such channel. */
export async function tellStaff(
  tx: Db,
  occasion: Occasion,
  row: StoredWarn,
  people: readonly { id: string }[],
  ways: Ways,
): Promise<string> {
  if (ways.channels.length === 0 || people.length === 0) return '';
  const awake = new Set((await onDuty(tx, row)).map(({ id }) => id));
  const told = (await staff(tx, people)).map((one) => (awake.has(one.id) ? { ...one, quiet: null } : one));
  const sent = await tellBy(tx, occasion, row, told, ways);
  return sent > 0 ? `；另用${named(ways)}通知` : `；${named(ways)}没有启用，没有另外通知`;
}

/** The person's emergency contacts, in their order; the words for why nobody may be told. */
async function contactsOf(tx: Db, { customerId }: StoredWarn): Promise<Person[] | string> {
  if (customerId === null) return '没有绑定客户';
  const agreement = await agreementOf(tx, customerId, 'family');
  if (agreement !== 'valid') return `家属共享同意${agreements[agreement]}`;
  const contacts = (await readContacts(tx, customerId)).filter(({ isEmergency }) => isEmergency);
  if (contacts.length === 0) return '没有紧急联系人';
  return contacts.map(({ id, name, mobile, phone, quietFrom, quietTo }) => ({
    ...{ kind: 'contact' as const, id, name, mobile: mobile ?? phone, email: null },
    quiet: hoursOf(quietFrom, quietTo),
  }));
}

/** Each with a link of their own by which they answer; without one where the product is not reached from outside. */
async function linked(tx: Db, row: StoredWarn, people: readonly Person[]): Promise<Person[]> {
  const ones: Person[] = [];
  for (const one of people) {
    const { kind, id, name } = one;
    const made = outsideAddress('') === null ? null : await makeCaseLink(tx, row.id, { kind, id, name }, system());
    ones.push({ ...one, link: made?.url ?? '' });
  }
  return ones;
}

/** A rung for the family: it raises nothing, and nobody is told who the person did not agree to. */
export async function tellContacts(change: Change, row: StoredWarn, rung: number): Promise<null> {
  const { tx } = change;
  const limits = (await limitsOf(tx, [row.projectId])).get(row.projectId);
  const ways = waysOf(limits ?? { ladder: [] }, 'contacts', rung);
  const people = await contactsOf(tx, row);
  const event = limits?.ladder[rung - 1]?.after === 0 ? 'new' : 'claim';
  const occasion = occasionOf(row, event, rung);
  const sent = typeof people === 'string' ? 0 : await tellBy(tx, occasion, row, await linked(tx, row, people), ways);
  const why = typeof people === 'string' ? people : `${named(ways)}没有启用`;
  const note = sent > 0 ? `用${named(ways)}通知紧急联系人` : `没有通知紧急联系人：${why}`;
  await addStep(tx, row, system(), 'note', note, { cause: 'contacts', rung });
  tell(change, row, 'changed');
  return null;
}
