import { sql } from 'kysely';

/** Faulty device, with customer and address for its warn. */
export interface FaultyEquipment {
  id: string;
  sn: string;
  customerId: string | null;
  departmentId: string;
  projectId: string;
  address: string | null;
  phone: string | null;
  /** Instant of the notification, ISO. */
  toldAt: string;
}

/**
 * Condition that a fault needs work: the device of a customer with a service neither paused nor over, or a gateway in
 * use. Excludes stock, unbound, repaired and demo devices. On `equipment e`, `model m`, `customer c`.
 */
export const needsMaintenance = sql<boolean>`(e.deleted_at is null and not e.demo and e.state in ('issued', 'activated', 'in_use')
  and (c.service_state not in ('paused', 'ended', 'deceased') or m.kind = 'gateway'))`;

/** Columns of a `FaultyEquipment`, without the instant. */
export const faultyColumns = sql`e.id::text, e.sn, c.id::text as "customerId", coalesce(c.department_id, e.department_id)::text as "departmentId",
  coalesce(c.project_id, e.project_id)::text as "projectId", coalesce(c.address, e.address) as address, coalesce(c.mobile, c.phone, (select number from sim where equipment_id = e.id and deleted_at is null)) as phone`;
