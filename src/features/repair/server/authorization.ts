import { repairApi } from '#features/repair/contract.ts';
import { authorizationCases, names, type RecordKind } from '#server/testing/authorization.ts';
import { aDevice } from '#server/testing/rows.ts';

/** The repair of a device with this ownership. */
const repair: RecordKind = {
  table: 'repair',
  noOwn: 'an order is seen by whoever sees its device, and nobody has a device of their own',
  async make(app, place) {
    const { id: equipmentId, sn } = await aDevice(app, place);
    const { id } = await app.call(repairApi.addRepair, { equipmentId, fault: '不亮' }, app.admin);
    return { id, mark: sn };
  },
};

/** Visibility and permissions of the repair endpoints. */
export default authorizationCases(
  repairApi,
  {
    addRepair: { checks: [names('equipment', ({ id }) => ({ equipmentId: id, fault: '不亮' }))] },
    editRepair: {
      checks: [names('repair', ({ id }) => ({ id, version: 1, handler: '王工' }))],
      alsoFree: { equipmentId: 'the device of an order stays the one that it was reported for' },
    },
  },
  { repair },
);
