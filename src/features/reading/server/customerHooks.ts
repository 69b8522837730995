import { sql } from 'kysely';
import type { CustomerHooks } from '#features/customer/server/service.ts';

const part: CustomerHooks = {
  /** The newest values are read again after the merge; the kept customer's own bands come first. */
  async beforeMerge({ tx }, { from, to }) {
    await sql`
      with gone as (delete from reading_latest where customer_id in (${from}, ${to}) returning source_id, metric, at, abnormal_at),
      person as (delete from reading_person where customer_id in (${from}, ${to}))
      insert into reading_queue (device_id, metric, at) select source_id, metric, min(least(at, abnormal_at)) from gone group by source_id, metric`.execute(
      tx,
    );
    await sql`
      update reading_band b set deleted_at = now() from reading_band k
      where b.customer_id = ${from} and b.deleted_at is null and k.customer_id = ${to} and k.deleted_at is null
        and k.kind = b.kind and k.meal is not distinct from b.meal and k.asleep = b.asleep`.execute(tx);
  },
};
export default part;
