import { equipmentApi } from '#features/equipment/contract.ts';
import { gatewayApi } from '#features/gateway/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  names,
  type Ownership,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aDevice, next } from '#server/testing/rows.ts';

const aGateway = (app: TestApp, place: Ownership) => aDevice(app, { ...place, model: 'thingsboard_gateway' });

const gateway: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id, sn } = await aGateway(app, place);
    return { id, mark: sn };
  },
};

/** Child behind a gateway of the same ownership. */
const child: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id: gatewayId } = await aGateway(app, place);
    const { id, sn } = await aDevice(app, { ...place, model: 'thingsboard' });
    await app.call(equipmentApi.editEquipment, { id, version: 1, gatewayId }, app.admin);
    return { id, mark: sn };
  },
};

const both = { noOwn: 'a gateway and a person, or another device, at once: the other one is somebody else’s' };
const fields = () => ({
  sn: `GW${8_840_000_000 + next()}`,
  model: 'thingsboard_gateway',
  name: '网关',
  position: '机房',
});
const added = () => ({ number: `child-${next()}`, model: 'thingsboard', name: '传感器' });
const atHand = async (app: TestApp, place: Ownership) => ({ id: (await aGateway(app, place)).id, version: 1 });

/** Needs an open connection of the gateway, which is read in scope as all others here are. */
const overConnection = scopeFree('is tried with a connected gateway where the connection is');

/** Authorization cases of the calls about gateways and their children. */
export default authorizationCases(
  gatewayApi,
  {
    getGatewayList: {
      checks: [shows('gateway', () => ({ limit: 200 })), shows('gateway', ({ mark }) => ({ sn: mark || 'x' }))],
    },
    addGateway: {
      checks: [
        refers('project', ({ id }, { here }) => ({ ...fields(), departmentId: here.department, projectId: id })),
        refers('department', ({ id }, { here }) => ({ ...fields(), departmentId: id, projectId: here.project })),
        refers('customer', ({ id }, { here }) => ({
          ...{ ...fields(), departmentId: here.department, projectId: here.project, customerId: id },
        })),
      ],
    },
    editGateway: {
      checks: [
        names('gateway', ({ id }) => ({ id, version: 1, remark: '备注' })),
        refers('project', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), projectId: id })),
        refers('department', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), departmentId: id })),
        refers('customer', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), customerId: id }), both),
      ],
    },
    getChildList: {
      checks: [
        shows('child', async ({ id }, { app }) => ({ gatewayId: (await gatewayOf(app, id)) || '1', limit: 200 }), both),
      ],
    },
    getConnection: { checks: [names('gateway', ({ id }) => ({ id }))] },
    getGatewayTopology: {
      checks: [names('gateway', ({ id }) => ({ id }))],
    },
    addChild: {
      checks: [
        names('gateway', ({ id }) => ({ ...added(), gatewayId: id })),
        refers(
          'customer',
          async ({ id }, { app, here }) => ({
            ...{ ...added(), gatewayId: (await aGateway(app, here)).id, customerId: id },
          }),
          both,
        ),
      ],
    },
    moveChild: {
      checks: [
        names('child', ({ id }) => ({ ids: [id], gatewayId: null, reason: '调整' })),
        refers(
          'gateway',
          async ({ id }, { app, here }) => ({
            ...{ ids: [(await aDevice(app, { ...here, model: 'thingsboard' })).id], gatewayId: id, reason: '调整' },
          }),
          both,
        ),
      ],
    },
    removeChild: { checks: [names('child', ({ id }) => ({ ids: [id], reason: '拆除' }))] },
    openScan: overConnection,
    closeScan: overConnection,
  },
  { gateway, child },
);

async function gatewayOf(app: TestApp, id: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('select gateway_id::text as id from equipment where id = $1', [id]);
  return row?.id ?? '';
}
