import { departmentTree } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelOptions } from '#features/model/server/service.ts';
import { projectOptions } from '#features/project/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { OutputOf } from '#shared/endpoint.ts';

/** Maximum gateways of a choice field; the gateway list finds the others. */
const maxGateways = 500;

/** Returns the options for the device list and its actions, within the viewer's scope. */
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
