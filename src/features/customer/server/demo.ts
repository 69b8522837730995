import { sql } from 'kysely';
import { encrypt } from '#server/core/crypto.ts';
import type { Db } from '#server/db/db.ts';
import { searchColumns } from '#server/feature/search.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { buildingPosition, districtPlaces } from '#shared/district.ts';
import { checkCharacter, todayInChina } from '#shared/idCard.ts';
import { agreeForDemo } from './demo/addPeople.ts';
import { contactsOf } from './demo/contacts.ts';
import { healthOf } from './demo/healthOf.ts';
import { type DemoCustomer, demoCustomers } from './demo/people.ts';
import { addBeds, addBenefits } from './demoPlaces.ts';
import { encryptHealth } from './health.ts';
import { encryptIdNo } from './identity.ts';
import { nextNo } from './write.ts';

/** Mobile numbers of the customers that the pictures of the product show. */
const mobiles: Readonly<Record<string, string>> = {
  王桂兰: '13800005678',
  李德福: '13900002046',
  吴阿根: '13800007731',
  何秀珠: '13800003360',
};
const landlines: Readonly<Record<string, string>> = {
  张淑珍: '0570-55503317',
  赵长根: '0570-55506620',
  郭素贞: '0570-55507745',
  梁宝珍: '0570-55508812',
};
const states: Readonly<Record<string, string>> = { 徐金宝: 'paused', 林水生: 'pending' };

/** Returns categories derived from age, living state and ability, as a community would enter them. */
function categoriesOf({ age, livingState, abilityLevel }: DemoCustomer): string[] {
  return [
    ...(age >= 80 ? ['aged'] : []),
    ...(livingState === 'alone' ? ['alone'] : livingState === 'spouse' ? ['empty_nest'] : []),
    ...(abilityLevel >= 3 ? ['disabled'] : []),
  ];
}

/**
 * Returns an ID number of county 330899, which does not exist: it belongs to no real citizen; its check character is
 * valid.
 */
function idNoOf(birthDate: string, customer: DemoCustomer, index: number): string {
  const sequence = String(index * 2 + customer.gender).padStart(3, '0');
  const digits = `330899${birthDate.replaceAll('-', '')}${sequence}`;
  return digits + checkCharacter(digits);
}

function birthDateOf(age: number, index: number, today: string): string {
  const pair = (value: number) => String(value).padStart(2, '0');
  const day = `${pair(1 + ((index * 7) % 12))}-${pair(1 + ((index * 11) % 28))}`;
  const year = Number(today.slice(0, 4)) - age - (day > today.slice(5) ? 1 : 0);
  return `${year}-${day}`;
}

function rowOf(customer: DemoCustomer, index: number, street: string) {
  const birthDate = birthDateOf(customer.age, index, todayInChina(Date.now()));
  const idNo = idNoOf(birthDate, customer, index);
  const floor = Number(customer.room[0]);
  const landline = landlines[customer.name] ?? null;
  return {
    name: customer.name,
    ...searchColumns(customer.name),
    ...encryptIdNo(idNo),
    gender: customer.gender,
    birthDate,
    mobile: landline ? null : (mobiles[customer.name] ?? `1380000${1000 + index}`),
    phone: landline,
    street,
    community: customer.estate,
    address: `${customer.building}幢${customer.unit}单元${customer.room}`,
    addressNote: floor === 1 ? '1 楼' : `${floor} 楼，无电梯`,
    entryCipher:
      customer.livingState === 'alone'
        ? encrypt(`邻居有备用钥匙；单元门禁 ${customer.building}${customer.room}#`)
        : null,
    ...buildingPosition(customer.estate, customer.building),
    livingState: customer.livingState,
    category: categoriesOf(customer),
    ethnicity: '01',
    abilityLevel: customer.abilityLevel,
    healthCipher: encryptHealth(healthOf(customer.name, customer.age, index)),
    serviceState: states[customer.name] ?? 'active',
    demo: true,
  };
}

interface Homes {
  projectId: string;
  /** Estate to its community. */
  departments: Map<string, string>;
}

async function homes(tx: Db): Promise<Homes> {
  const project = await sql<{ id: string }>`select id::text from project where demo limit 1`.execute(tx);
  const { rows } = await sql<{
    id: string;
    estate: string;
  }>`select id::text, address as estate from department where demo and type = 'community'`.execute(tx);
  return {
    projectId: project.rows[0]?.id ?? '',
    departments: new Map(rows.map(({ estate, id }) => [estate, id])),
  };
}

async function addCustomers(tx: Db): Promise<void> {
  const { projectId, departments } = await homes(tx);
  const rows = [];
  for (const [index, customer] of demoCustomers.entries()) {
    const street = districtPlaces[customer.estate]?.street ?? '';
    const departmentId = departments.get(customer.estate) ?? '';
    rows.push({ no: await nextNo(tx), projectId, departmentId, ...rowOf(customer, index, street) });
  }
  const written = await tx.insertInto('customer').values(rows).returning('id').execute();
  const contacts = demoCustomers.flatMap((customer, index) =>
    contactsOf(customer, districtPlaces[customer.estate]?.street ?? '', index).map((contact, place) => ({
      ...contact,
      customerId: written[index]?.id ?? '',
      order: place + 1,
      demo: true,
    })),
  );
  await tx.insertInto('customerContact').values(contacts).execute();
  await agreeForDemo(
    tx,
    written.map(({ id }) => id),
    ['service', 'health', 'location', 'family'],
  );
  const customers = demoCustomers.map((customer, index) => ({ ...customer, id: written[index]?.id ?? '' }));
  await addBeds(tx, customers);
  await addBenefits(tx, customers);
}

const demo: Demo = {
  order: 130,
  run: () => demoOnce('customer', ({ tx }) => addCustomers(tx)),
  remove: () =>
    inOneChange(async ({ tx }) => {
      const demoIds = sql`(select id from customer where demo)`;
      await sql`delete from customer_contact where customer_id in ${demoIds}`.execute(tx);
      await sql`
        delete from customer_reminder where subject_id in ${demoIds} or subject_id in (select id from customer_leave where customer_id in ${demoIds})`.execute(
        tx,
      );
      // The notices of the benefit reminders are deleted, too.
      await sql`
        update notice set deleted_at = now() where id in (
          select r.notice_id from customer_reminder r join benefit b on b.id = r.subject_id and r.kind = 'benefit' where b.customer_id in ${demoIds})`.execute(
        tx,
      );
      await sql`delete from customer_reminder where kind = 'benefit' and subject_id in (select id from benefit where customer_id in ${demoIds})`.execute(
        tx,
      );
      await sql`delete from customer_reminder where kind = 'consent' and subject_id in (select id from consent where customer_id in ${demoIds})`.execute(
        tx,
      );
      await sql`delete from consent where customer_id in ${demoIds}`.execute(tx);
      await sql`delete from customer_file where customer_id in ${demoIds}`.execute(tx);
      await sql`delete from benefit where customer_id in ${demoIds}`.execute(tx);
      // Beds without a creator belong to the demo; a bed that a real customer occupies stays.
      await sql`delete from customer_bed where created_by is null and (customer_id is null or customer_id in ${demoIds})`.execute(
        tx,
      );
      await sql`delete from customer_leave where customer_id in ${demoIds}`.execute(tx);
      await sql`delete from customer_leaving where customer_id in ${demoIds}`.execute(tx);
      await sql`delete from customer where demo`.execute(tx);
      await sql`update customer set responsible_id = null where responsible_id in (select id from "user" where demo)`.execute(
        tx,
      );
      return [];
    }),
};
export default demo;
