import { sql } from 'kysely';
import { encrypt } from '#server/core/crypto.ts';
import { system } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { bigints, texts } from '#server/db/values.ts';
import type { CommandContext } from '#server/feature/command.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { todayInChina } from '#shared/idCard.ts';
import { currentCatalogue } from '#shared/physical/catalogues.ts';
import type { GivenItem } from '#shared/physical/entered.ts';
import { applyGiven, formColumns, judgeForm, type Results } from '../act/form.ts';
import { examinedOn } from '../act/record.ts';
import { orgIdOf } from '../org.ts';
import { courseOf, picturedItems } from './course.ts';

const orgs = ['望湖社区卫生服务中心', '石桥镇卫生院', '市第二人民医院体检中心'];
/** People with examinations, and the years of each. */
const mostPeople = 40;
const years = 4;
/** Days between today and the newest examinations. */
const daysAgo = 9;

interface Person {
  id: string;
  name: string;
  gender: number;
  birthDate: string | null;
}

/** Returns the day of the examination some years before the newest one. */
function dayOf(place: number, back: number): string {
  const newest = new Date(Date.parse(todayInChina(Date.now())) - (daysAgo + (place % 25) * 6) * 86_400_000);
  newest.setUTCFullYear(newest.getUTCFullYear() - back);
  return newest.toISOString().slice(0, 10);
}

function isPictured({ name }: Person): boolean {
  return name === '王桂兰';
}

/** The later of several results of an item. */
const lastOf = (items: readonly GivenItem[]) => [...new Map(items.map((item) => [item.code, item])).values()];

interface Added {
  person: Person;
  place: number;
  back: number;
  enteredBy: string | null;
  reviewedBy: string | null;
}

async function addOne(tx: Db, orgIds: readonly string[], { person, place, back, enteredBy, reviewedBy }: Added) {
  const isDraft = back === 0 && (isPictured(person) || place % 9 === 8);
  const isReviewed = !isDraft && reviewedBy !== null && (back > 0 || place % 3 > 0);
  const catalogue = currentCatalogue();
  const results: Results = new Map();
  applyGiven(catalogue, results, back === 0 && isPictured(person) ? lastOf(picturedItems) : courseOf(place + 1, back));
  const date = dayOf(place, back);
  const examined = examinedOn(person, date);
  const judged = judgeForm(catalogue, results, examined);
  const { id } = await tx
    .insertInto('physical')
    .values({
      ...{ customerId: person.id, date, orgId: orgIds[place % orgIds.length] ?? '', kind: 'yearly' },
      ...{ ...judged.columns, abnormal: texts(judged.columns.abnormal), catalogue: catalogue.version },
      ...{ ...examined, enteredBy, editors: bigints(enteredBy ? [enteredBy] : []) },
      status: isDraft ? 'draft' : isReviewed ? 'reviewed' : 'done',
      ...(isReviewed && { reviewedBy, reviewedAt: sql<string>`${date}::date + interval '2 days'` }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const conclusion = judged.columns.abnormal.length > 2 ? '多项指标偏离参考区间，建议复查' : '未见明显异常';
  await tx
    .insertInto('physicalForm')
    .values({
      ...{ physicalId: id, ...formColumns(judged), doctorCipher: encrypt('周敏') },
      ...(!isDraft && {
        conclusionCipher: encrypt(conclusion),
        adviceCipher: encrypt('低盐低脂饮食，规律服药，三个月后复查'),
      }),
    })
    .execute();
}

async function addAll({ tx }: CommandContext): Promise<void> {
  const people = await tx.rows(sql<Person>`
    select id::text, name, gender, birth_date::text as "birthDate" from customer
    where demo and deleted_at is null and birth_date is not null order by (name = '王桂兰') desc, id limit ${mostPeople}`);
  const users = await tx.rows(sql<{ id: string }>`
    select u.id::text from "user" u where u.demo and u.deleted_at is null order by u.id limit 2`);
  const orgIds: string[] = [];
  for (const name of orgs) orgIds.push(await orgIdOf(tx, system('demo'), name));
  const [enteredBy = null, reviewedBy = null] = users.map(({ id }) => id);
  for (const [place, person] of people.entries()) {
    // Some have none this year: they are open.
    for (let back = place % 4 === 3 ? 1 : 0; back < years - (place % 2); back++)
      await addOne(tx, orgIds, { person, place, back, enteredBy, reviewedBy });
  }
}

const ofDemo = sql`(select id from customer where demo)`;

/** Yearly examinations of demo customers, without readings; that of the person in the pictures is a draft. */
const demo: Demo = {
  order: 158,
  run: () => demoOnce('customer', addAll, sql`id in (select customer_id from physical)`),
  remove: () =>
    inOneChange(async ({ tx }) => {
      await sql`delete from physical where customer_id in ${ofDemo}`.execute(tx);
      await sql`delete from physical_org o where o.name = any(${texts(orgs)}) and not exists (select 1 from physical p where p.org_id = o.id)`.execute(
        tx,
      );
      return [];
    }),
};
export default demo;
