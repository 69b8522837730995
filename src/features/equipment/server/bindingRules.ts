import { sql } from 'kysely';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { bigints } from '#server/db/values.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { isBindable } from '../contract/state.ts';

/** Customer for a new binding. */
export interface BindingCustomer {
  id: string;
  name: string;
  departmentId: string;
  projectId: string;
  serviceState: string;
}

/** Returns a customer in the viewer's scope; undefined outside the scope. */
export function bindingCustomer(tx: Db, viewer: Viewer, customerId: string): Promise<BindingCustomer | undefined> {
  return tx
    .selectFrom(scoped(viewer, 'customer'))
    .select(['customer.id', 'customer.name', 'customer.departmentId', 'customer.projectId', 'customer.serviceState'])
    .where('customer.id', '=', customerId)
    .executeTakeFirst();
}

/** Throws 409 for a device of another project, and for a customer after the end of service. */
export async function requireSameProject(
  tx: Db,
  device: { projectId: string },
  customer: BindingCustomer,
): Promise<void> {
  if (customer.serviceState === 'ended' || customer.serviceState === 'deceased')
    throw new Problem(409, `客户${labelOf('service_state', customer.serviceState)}，不能绑定设备`);
  if (device.projectId === customer.projectId) return;
  const row = await tx.row(sql<{ device: string; customer: string }>`
    select (select name from project where id = ${device.projectId}) as device, (select name from project where id = ${customer.projectId}) as customer`);
  const { device: its, customer: theirs } = row ?? { device: '', customer: '' };
  throw new Problem(409, `设备属于项目「${its}」，客户属于项目「${theirs}」，请先调整设备的项目`);
}

/** Returns the customer's project by device; unbound devices are left out. */
export async function boundProjects(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(sql<{ id: string; projectId: string }>`
    select e.id::text, c.project_id::text as "projectId" from equipment e join customer c on c.id = e.customer_id
    where e.id = any(${bigints(ids)})`);
  return new Map(rows.map(({ id, projectId }) => [id, projectId]));
}

/** Throws 400 when bound devices move to a project other than their customer's. */
export async function requireProjectFits(
  tx: Db,
  viewer: Viewer,
  devices: readonly { id: string; sn: string; customerId: string | null }[],
  projectId: string,
): Promise<void> {
  const theirs = await boundProjects(
    tx,
    devices.map(({ id }) => id),
  );
  const away = devices.find(({ id }) => (theirs.get(id) ?? projectId) !== projectId);
  if (!away?.customerId) return;
  const customer = await bindingCustomer(tx, viewer, away.customerId);
  const whose = customer ? `「${customer.name}」` : '客户';
  throw invalidField(
    'projectId',
    `设备「${away.sn}」已绑定${whose}，客户不在这个项目，请先解绑，或先调整客户的项目`,
    'bound',
  );
}

/** Throws 409 for a device in repair, disabled, lost or scrapped, bound or not. */
export function requireBindable({ state, customerId }: { state: string; customerId: string | null }): void {
  if (isBindable({ state, customerId })) return;
  throw new Problem(409, `「${labelOf('equipment_state', state)}」的设备不能绑定，请先改为在库或已发放`, { state });
}
