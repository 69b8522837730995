import { sql } from 'kysely';
import { Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { word } from '#server/feature/words.ts';
import { isBindable } from '../contract/standing.ts';

/** Somebody who may get a device. */
export interface Wearer {
  id: string;
  name: string;
  departmentId: string;
  projectId: string;
  serviceState: string;
}

/** A customer in the viewer's scope; undefined for everybody else. */
export function wearerOf(tx: Db, viewer: Viewer, customerId: string): Promise<Wearer | undefined> {
  return tx
    .selectFrom(scoped(viewer, 'customer'))
    .select(['customer.id', 'customer.name', 'customer.departmentId', 'customer.projectId', 'customer.serviceState'])
    .where('customer.id', '=', customerId)
    .executeTakeFirst();
}

/** 409 for a device of another project than the customer's, and for somebody who is not served any more. */
export async function mustFit(tx: Db, device: { projectId: string }, person: Wearer): Promise<void> {
  if (person.serviceState === 'ended' || person.serviceState === 'deceased')
    throw new Problem(409, `客户${word('service_state', person.serviceState)}，不能绑定设备`);
  if (device.projectId === person.projectId) return;
  const found = await sql<{ device: string; person: string }>`
    select (select name from project where id = ${device.projectId}) as device, (select name from project where id = ${person.projectId}) as person`.execute(
    tx,
  );
  const { device: its, person: theirs } = found.rows[0] ?? { device: '', person: '' };
  throw new Problem(409, `设备属于项目「${its}」，客户属于项目「${theirs}」，请先调整设备的项目`);
}

/** 409 for a device that is not at hand: in repair, off, lost or scrapped. */
export function mustBeBindable({ state }: { state: string }): void {
  if (isBindable({ state })) return;
  throw new Problem(409, `「${word('equipment_state', state)}」的设备不能绑定，请先改为在库或已发放`, { state });
}
