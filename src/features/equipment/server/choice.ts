import { departmentTree } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelOptions } from '#features/model/server/service.ts';
import { projectOptions } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { OutputOf } from '#shared/endpoint.ts';

/** A choice field shows no more gateways; others are found by the gateway's own list. */
const maxGateways = 500;

/** What the list of devices and its deeds choose among, within the viewer's scope. */
export async function getEquipmentChoice(viewer: Viewer): Promise<OutputOf<typeof equipmentApi.getEquipmentChoice>> {
  const [models, departments, projects, gateways] = await Promise.all([
    modelOptions(),
    departmentTree(viewer),
    projectOptions(viewer),
    db
      .selectFrom(scoped(viewer, 'equipment'))
      .innerJoin('model as m', 'm.id', 'equipment.modelId')
      .select(['equipment.id', 'equipment.name', 'equipment.sn'])
      .where('m.kind', '=', 'gateway')
      .orderBy('equipment.name')
      .orderBy('equipment.id')
      .limit(maxGateways)
      .execute(),
  ]);
  return {
    models,
    departments,
    projects,
    gateways: gateways.map(({ id, name, sn }) => ({ value: id, label: `${name} ${sn}` })),
  };
}
