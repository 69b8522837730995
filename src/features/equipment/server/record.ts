import { sql } from 'kysely';
import { consentValidityOf } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { recordValues } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { type InputOf, type OutputOf, pick } from '#shared/endpoint.ts';
import { equipment } from '../contract/entry.ts';
import { equipmentRows, visibleEquipment } from './list/list.ts';

type Api = typeof equipmentApi;
type EquipmentDetail = OutputOf<Api['getEquipment']>;

/** Throws 404 for a device outside the viewer's scope. */
export async function requireSeen(viewer: Viewer, id: string): Promise<void> {
  if (!(await visibleEquipment(viewer, [id])).has(id)) throw notFound('设备');
}

/** Returns a device in scope with the fields of its page and its form. */
export async function getEquipment(viewer: Viewer, { id }: InputOf<Api['getEquipment']>): Promise<EquipmentDetail> {
  const [[row], extra, identifiers] = await Promise.all([
    equipmentRows(viewer, [id]),
    db
      .selectFrom(scoped(viewer, 'equipment'))
      .innerJoin('model as m', 'm.id', 'equipment.modelId')
      .innerJoin('department as d', 'd.id', 'equipment.departmentId')
      .leftJoin('deviceState as s', 's.deviceId', 'equipment.id')
      .leftJoin('sim', (join) => join.onRef('sim.equipmentId', '=', 'equipment.id').on('sim.deletedAt', 'is', null))
      .selectAll('equipment')
      .select(['sim.iccid', 'sim.number as simNumber'])
      .select(['m.protocol', 'm.capabilities', 'd.name as departmentName'])
      .select(['s.lat as reportedLat', 's.lng as reportedLng', 's.accuracy', 's.positionSource', 's.positionAt'])
      .where('equipment.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('equipmentIdentifier')
      .select(['protocol', 'number'])
      .where('equipmentId', '=', id)
      .orderBy(sql`protocol, number`)
      .execute(),
  ]);
  if (!row || !extra) throw notFound('设备');
  const { lat, lng, reportedLat, reportedLng, installedAt } = extra;
  const locationConsent = row.customerId === null ? null : await consentValidityOf(db, row.customerId, 'location');
  const hidden = (locationConsent ?? 'valid') !== 'valid';
  const { accuracy, positionSource, positionAt: at } = extra;
  const reported =
    reportedLat === null || reportedLng === null
      ? null
      : { lat: reportedLat, lng: reportedLng, accuracy, source: positionSource, at };
  const pinned =
    lat === null || lng === null ? null : { lat, lng, accuracy: null, source: 'installed', at: installedAt };
  return {
    ...recordValues(equipment, extra),
    ...row,
    ...pick(extra, ['protocol', 'capabilities', 'departmentName', 'installedAt', 'activatedAt', 'iccid', 'simNumber']),
    identifiers,
    locationConsent,
    place: hidden ? null : (reported ?? pinned),
  };
}
