import { equipmentApi } from '#features/equipment/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import { authorizationCases, names, type RecordKind, refers, shows } from '#server/testing/authorization.ts';
import { aDevice, next } from '#server/testing/rows.ts';

const equipment: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id, sn } = await aDevice(app, place);
    return { id, mark: sn };
  },
};

const both = { noOwn: 'a device and a person at once: the other one is somebody else’s' };
const fields = () => ({ sn: String(8_830_000_000 + next()), model: 'watch' });

const atHand = async (app: TestApp, ownership: Parameters<typeof aDevice>[1]) => ({
  id: (await aDevice(app, ownership)).id,
  version: 1,
});

/** Makes the device a gateway. */
const aGateway = ({ id }: { id: string }, { app }: { app: TestApp }) =>
  app.sql(`update equipment set model_id = (select id from model where code = 'thingsboard_gateway') where id = $1`, [
    id,
  ]);

/** Authorization cases of the calls about devices. */
export default authorizationCases(
  equipmentApi,
  {
    getEquipmentList: {
      checks: [shows('equipment', () => ({ limit: 200 })), shows('equipment', ({ mark }) => ({ sn: mark || 'x' }))],
    },
    addEquipment: {
      checks: [
        refers('customer', ({ id }) => ({ ...fields(), customerId: id })),
        refers('equipment', ({ id }) => ({ ...fields(), gatewayId: id }), { ready: aGateway }),
        refers('project', ({ id }) => ({ ...fields(), projectId: id })),
        refers('department', ({ id }) => ({ ...fields(), departmentId: id })),
      ],
    },
    getEquipmentChoice: {
      checks: [shows('department', () => ({})), shows('project', () => ({}))],
    },
    editEquipment: {
      checks: [
        names('equipment', ({ id }) => ({ id, version: 1, remark: '备注' })),
        refers('equipment', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), gatewayId: id }), {
          ...both,
          ready: aGateway,
        }),
        refers('project', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), projectId: id })),
        refers('department', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), departmentId: id })),
      ],
    },
    moveEquipment: {
      checks: [
        names('equipment', ({ id }, { here }) => ({ ids: [id], departmentId: here.department })),
        refers('department', async ({ id }, { app, here }) => ({
          ids: [(await aDevice(app, here)).id],
          departmentId: id,
        })),
        refers('project', async ({ id }, { app, here }) => ({ ids: [(await aDevice(app, here)).id], projectId: id })),
      ],
    },
    updateEquipmentState: {
      checks: [names('equipment', ({ id }) => ({ id, state: 'issued', reason: '发放' }))],
    },
    getStateChangeList: {
      checks: [
        shows('equipment', ({ id }) => ({ equipmentId: id }), {
          ready: ({ id, mark }, { app }) =>
            app.call(equipmentApi.updateEquipmentState, { id, state: 'issued', reason: mark }, app.admin),
        }),
      ],
    },
    resetEquipmentSecret: {
      checks: [
        names('equipment', ({ id }) => ({ id }), {
          ready: ({ id }, { app }) =>
            app.sql("update equipment set model_id = (select id from model where code = 'mqtt') where id = $1", [id]),
        }),
      ],
    },
  },
  { equipment },
);
