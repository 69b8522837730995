import { sql } from 'kysely';
import { consentValidityOf } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
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
      .select(['equipment.mac', 'equipment.iccid', 'equipment.number as simNumber', 'equipment.batch'])
      .select(['equipment.supplier', 'equipment.warrantyDate', 'equipment.remark', 'equipment.installedAt'])
      .select(['equipment.activatedAt', 'm.protocol', 'm.capabilities', 'd.name as departmentName'])
      .select(['s.lat', 's.lng', 's.accuracy', 's.positionSource', 's.positionAt'])
      .select(['equipment.lat as pinLat', 'equipment.lng as pinLng'])
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
  const { lat, lng, accuracy, positionSource: source, positionAt: at, pinLat, pinLng, ...rest } = extra;
  const locationConsent = row.customerId === null ? null : await consentValidityOf(db, row.customerId, 'location');
  const hidden = (locationConsent ?? 'valid') !== 'valid';
  const reported = lat === null || lng === null ? null : { lat, lng, accuracy, source, at };
  const pinned =
    pinLat === null || pinLng === null
      ? null
      : { lat: pinLat, lng: pinLng, accuracy: null, source: 'installed', at: extra.installedAt };
  return {
    ...row,
    ...rest,
    identifiers,
    locationConsent,
    place: hidden ? null : (reported ?? pinned),
  };
}
