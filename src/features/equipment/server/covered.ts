import { sql } from 'kysely';

/** States out of service: the customer has the device without its service. */
const away = sql`('repair', 'disabled', 'lost')`;

/** Condition on `customer`: whether a device serves the customer. The list filter `hasEquipment` selects it. */
export const covered = sql<boolean>`exists (
  select 1 from equipment e where e.customer_id = customer.id and e.deleted_at is null and e.state not in ${away})`;
