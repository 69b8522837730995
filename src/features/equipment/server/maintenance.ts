import { sql } from 'kysely';

/** A device with which something is wrong, as its alarm says whose it is and where. */
export interface FaultyEquipment {
  id: string;
  sn: string;
  customerId: string | null;
  departmentId: string;
  projectId: string;
  address: string | null;
  phone: string | null;
  /** When it was made work, ISO. */
  toldAt: string;
}

/**
 * What is wrong with is work: the device of somebody whose service is neither paused nor over, and a gateway that is used.
 * Never what is in stock, with nobody, under repair, or invented. On `equipment e`, its `model m` and its person `customer c`.
 */
export const needsMaintenance = sql<boolean>`(e.deleted_at is null and not e.demo and e.state in ('issued', 'activated', 'in_use')
  and (c.service_state not in ('paused', 'ended', 'deceased') or m.kind = 'gateway'))`;

/** The columns of a `FaultyEquipment` but for the instant. */
export const faultyColumns = sql`e.id::text, e.sn, c.id::text as "customerId", coalesce(c.department_id, e.department_id)::text as "departmentId",
  coalesce(c.project_id, e.project_id)::text as "projectId", coalesce(c.address, e.address) as address, coalesce(c.mobile, c.phone, e.number) as phone`;
