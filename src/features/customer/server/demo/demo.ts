import { sql } from 'kysely';
import type { CommandContext } from '#server/feature/command.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { nextNumbers } from '../customerNo.ts';
import { addCustomers } from './addCustomers.ts';
import { demoCustomers } from './customers.ts';
import { demoCustomer } from './demoCustomer.ts';
import { addBeds, addBenefits } from './demoPlaces.ts';

async function addAll(ctx: CommandContext): Promise<void> {
  const { tx } = ctx;
  const project = await tx.selectFrom('project').select('id').where('demo', '=', true).limit(1).executeTakeFirst();
  const communities = await tx
    .selectFrom('department')
    .select(['id', 'address as estate', 'leader', 'phone'])
    .where('demo', '=', true)
    .where('type', '=', 'community')
    .execute();
  const numbers = await nextNumbers(tx, demoCustomers.length);
  const made = demoCustomers.map((customer, index) => {
    const community = communities.find(({ estate }) => estate === customer.estate);
    return demoCustomer(customer, index, {
      no: numbers[index] ?? '',
      projectId: project?.id ?? '',
      departmentId: community?.id ?? '',
      leader: { name: community?.leader ?? '', phone: community?.phone ?? '' },
    });
  });
  const ids = await addCustomers(ctx, made, ['service', 'health', 'location', 'family']);
  const customers = demoCustomers.map((customer, index) => ({ ...customer, id: ids[index] ?? '' }));
  await addBeds(tx, customers);
  await addBenefits(tx, customers);
}

const demo: Demo = {
  order: 130,
  run: () => demoOnce('customer', addAll),
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
      await tx.deleteFrom('customer').where('demo', '=', true).execute();
      await sql`update customer set responsible_id = null where responsible_id in (select id from "user" where demo)`.execute(
        tx,
      );
      return [];
    }),
};
export default demo;
