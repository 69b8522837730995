import { sql } from 'kysely';
import { system } from '#server/core/viewer.ts';
import { type Db, db, onPool, pool } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { batchesTo, type Populate, seededRandom } from '#server/feature/populate.ts';
import { agreeForDemo } from './demo/addPeople.ts';
import { type Homes, populatedCustomer, populatedNo } from './demo/personColumns.ts';
import { populatedContacts } from './populateContacts.ts';

/** Customers per transaction. */
const batchSize = 1000;

async function homesOf(tx: Db): Promise<Homes> {
  const departments = await sql<{ id: string; estate: string }>`
    select id::text, address as estate from department where demo and type = 'community' and address is not null order by id`.execute(
    tx,
  );
  const projects = await sql<{ id: string }>`
    select id::text from project where demo and quota_customer is null and deleted_at is null order by id`.execute(tx);
  const users = await sql<{
    id: string;
  }>`select id::text from "user" where demo and status = 'enabled' order by id`.execute(tx);
  if (departments.rows.length === 0 || projects.rows.length === 0)
    throw new Error('没有演示的部门和项目：演示数据已删除。要重新加入，请先删除 DATA_DIR/demo-removed');
  return {
    departments: departments.rows,
    projects: projects.rows.map(({ id }) => id),
    userIds: users.rows.map(({ id }) => id),
  };
}

/** Returns which of these numbers exist already. */
async function existingNumbers(from: number, to: number): Promise<Set<string>> {
  const { rows } = await sql<{ no: string }>`
    select no from customer where no between ${populatedNo(from)} and ${populatedNo(to)}`.execute(db);
  return new Set(rows.map(({ no }) => no));
}

async function addCustomers(tx: Db, homes: Homes, numbers: readonly number[]): Promise<void> {
  const rows = numbers.map((number) => populatedCustomer(number, seededRandom(number), homes));
  const written = await sql<{ id: string; no: string }>`
    insert into customer (no, name, pinyin, initials, grams, id_no_cipher, id_no_hash, id_no_tail_hash, gender, birth_date, mobile, phone,
      region_code, street, community, address, address_note, entry_cipher, lat, lng, living_state, ability_level, assessed_until, category, chronic, tag,
      health_cipher, service_state, return_date, responsible_id, department_id, project_id, source, demo, created_at, updated_at)
    select no, name, pinyin, initials, grams, "idNoCipher", decode("idNoHash", 'hex'), decode("idNoTailHash", 'hex'), gender, "birthDate", mobile, phone,
      "regionCode", street, community, address, "addressNote", "entryCipher", lat, lng, "livingState", "abilityLevel", "assessedUntil", category, chronic, tag,
      "healthCipher", "serviceState", "returnDate", "responsibleId", "departmentId", "projectId", 'import', true, "createdAt", "createdAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (no text, name text, pinyin text, initials text, grams text[], "idNoCipher" text,
      "idNoHash" text, "idNoTailHash" text, gender int, "birthDate" date, mobile text, phone text, "regionCode" text, street text, community text,
      address text, "addressNote" text, "entryCipher" text, lat float8, lng float8, "livingState" text, "abilityLevel" int, "assessedUntil" date,
      category text[], chronic text[], tag text[], "healthCipher" text, "serviceState" text, "returnDate" date, "responsibleId" bigint,
      "departmentId" bigint, "projectId" bigint, "createdAt" timestamptz)
    returning id::text, no`.execute(tx);
  const idOf = new Map(written.rows.map(({ id, no }) => [no, id]));
  const contacts = rows.flatMap((row, place) =>
    populatedContacts(row, numbers[place] ?? 0).map((contact) => ({ ...contact, customerId: idOf.get(row.no) })),
  );
  await sql`
    insert into customer_contact (customer_id, "order", name, relation, mobile, address, has_key, is_emergency, demo)
    select "customerId", "order", name, relation, mobile, address, "hasKey", "isEmergency", true
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as c ("customerId" bigint, "order" int, name text, relation text, mobile text,
      address text, "hasKey" boolean, "isEmergency" boolean)`.execute(tx);
  await agreeForDemo(tx, [...idOf.values()], ['service', 'location']);
}

/** Populates customers of the demo's communities with their contacts. */
const part: Populate = {
  order: 130,
  async refusal({ amongReal }) {
    if (amongReal) return undefined;
    const real = await sql`select 1 from customer where not demo and deleted_at is null limit 1`.execute(db);
    return real.rows.length > 0
      ? '这个数据库里有真实的客户，没有加入演示客户。确实要加入请写上 --among-real'
      : undefined;
  },
  async fill({ customers: people }, onProgress) {
    const homes = await homesOf(db);
    for (const { from, to } of batchesTo(people, batchSize)) {
      const existing = await existingNumbers(from, to);
      const missing = Array.from({ length: to - from + 1 }, (_, place) => from + place).filter(
        (number) => !existing.has(populatedNo(number)),
      );
      if (missing.length > 0) await command(system('populate'), ({ tx }) => addCustomers(tx, homes, missing));
      onProgress('客户', to, people);
    }
    // Updates the planner's statistics, and the visibility map for index-only scans of lists.
    await onPool('report', () => pool().query('vacuum (analyze) customer, customer_contact, consent'));
  },
};
export default part;
