import { equipmentApi } from '#features/equipment/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  anUpload,
  authorizationCases,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { logCases } from '#features/equipmentLog/server/authorization.ts';

const equipment: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id, sn } = await aDevice(app, place);
    return { id, mark: sn };
  },
};

/** Creates a device of a new batch. */
const batch: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id } = await aDevice(app, place);
    const mark = `批次${next()}号`;
    await app.sql('update equipment set batch = $2 where id = $1', [id, mark]);
    return { id, mark };
  },
};

/** Binds a device to a new customer of the same ownership. */
async function bound({ id }: { id: string }, { app }: Pick<World, 'app'>): Promise<string> {
  const [place] = await app.sql<{ department: string; project: string }>(
    'select department_id::text as department, project_id::text as project from equipment where id = $1',
    [id],
  );
  const customerId = await aCustomer(app, place ?? {});
  await app.call(equipmentApi.bindEquipment, { id, customerId, ...installed() }, app.admin);
  return customerId;
}

const installed = () => ({ position: '客厅', installedAt: new Date().toISOString() });
const both = { noOwn: 'a device and a person at once: the other one is somebody else’s' };
const fields = () => ({ sn: String(8_830_000_000 + next()), model: 'watch' });

const atHand = async (app: TestApp, ownership: Parameters<typeof aDevice>[1]) => ({
  id: (await aDevice(app, ownership)).id,
  version: 1,
});

/** Makes the device a gateway. */
const aGateway = ({ id }: { id: string }, { app }: { app: TestApp }) =>
  app.sql(`update equipment set model_id = (select id from model where code = 'thingsboard') where id = $1`, [id]);

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
    getEquipment: { checks: [names('equipment', ({ id }) => ({ id }))] },
    getEquipmentLabel: { checks: [names('equipment', ({ id }) => ({ ids: [id] }))] },
    getEquipmentCourse: { checks: [names('equipment', ({ id }) => ({ id }))] },
    getEquipmentData: { checks: [names('equipment', ({ id }) => ({ id }))] },
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
    deleteEquipment: { checks: [names('equipment', ({ id }) => ({ ids: [id] }))] },
    exportEquipment: {
      checks: [
        shows('equipment', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    importEquipment: scopeFree('each row is judged within the importer’s departments and projects'),
    getImportTemplate: scopeFree('a workbook of headings without rows'),
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
    bindEquipment: {
      checks: [
        names(
          'equipment',
          async ({ id }, { app, here }) => ({ id, customerId: await aCustomer(app, { ...here }), ...installed() }),
          both,
        ),
        refers(
          'customer',
          async ({ id }, { app, here }) => ({ id: (await aDevice(app, here)).id, customerId: id, ...installed() }),
          both,
        ),
        refers(
          'bindingPhoto',
          async ({ id }, { app, here }) => ({
            ...{ id: (await aDevice(app, here)).id, customerId: await aCustomer(app, { ...here }) },
            ...{ photoFileId: id, ...installed() },
          }),
          both,
        ),
      ],
    },
    unbindEquipment: {
      checks: [names('equipment', ({ id }) => ({ id, reason: '更换' }), { ready: bound })],
    },
    replaceEquipment: {
      checks: [
        names('equipment', ({ id }) => ({ id, newSn: String(8_840_000_000 + next()), reason: '损坏' }), {
          ready: bound,
          ...both,
        }),
      ],
    },
    updateEquipmentState: {
      checks: [names('equipment', ({ id }) => ({ id, state: 'issued', reason: '发放' }))],
    },
    getBindingList: {
      checks: [
        shows('equipment', ({ id }) => ({ equipmentId: id }), { ready: bound }),
        shows('customer', ({ id }) => ({ customerId: id }), {
          async ready({ id }, { app }) {
            await aDevice(app, { customer: id });
          },
        }),
      ],
    },
    getStateChangeList: {
      checks: [
        shows('equipment', ({ id }) => ({ equipmentId: id }), {
          ready: ({ id, mark }, { app }) =>
            app.call(equipmentApi.updateEquipmentState, { id, state: 'issued', reason: mark }, app.admin),
        }),
      ],
    },
    uploadBindingPhoto: scopeFree('the picture is its uploader’s until a binding names it'),
    getStockList: { checks: [shows('batch', () => ({ limit: 200 }))] },
    getStockMoveList: {
      checks: [
        shows('equipment', () => ({ limit: 200 })),
        shows('equipment', ({ mark }) => ({ keyword: mark || 'x' })),
      ],
    },
    addStockMove: {
      checks: [
        names('equipment', ({ id }) => ({ kind: 'issue' as const, equipmentIds: [id] })),
        refers(
          'customer',
          async ({ id }, { app, here }) => ({
            ...{ kind: 'loan' as const, equipmentIds: [(await aDevice(app, here)).id] },
            ...{ customerId: id, dueDate: '2199-01-01' },
          }),
          both,
        ),
      ],
    },
    startEquipmentTest: { checks: [names('equipment', ({ id }) => ({ id }))] },
    endEquipmentTest: { checks: [names('equipment', ({ id }) => ({ id }))] },
    getEquipmentTest: { checks: [names('equipment', ({ id }) => ({ id }))] },
    resetEquipmentSecret: {
      checks: [
        names('equipment', ({ id }) => ({ id }), {
          ready: ({ id }, { app }) =>
            app.sql("update equipment set model_id = (select id from model where code = 'mqtt') where id = $1", [id]),
        }),
      ],
    },
    sendCommand: { checks: [names('equipment', ({ id }) => ({ id, command: 'locate' as const }))] },
    sendCommands: {
      checks: [
        counts(
          'equipment',
          ({ id }) => ({ ids: [id], command: 'locate' as const }),
          ({ sent }) => sent,
        ),
      ],
    },
    getCommandChoice: { checks: [shows('equipment', ({ id }) => ({ ids: [id] }))] },
    getCommandList: {
      checks: [
        shows('equipment', ({ id }) => ({ equipmentId: id }), {
          ready: ({ id, mark }, { app }) =>
            app.sql(
              `insert into equipment_command (equipment_id, command, valid_until, answer) values ($1, 'locate', now(), $2)`,
              [id, mark],
            ),
        }),
      ],
    },
    getEquipmentConfig: { checks: [names('equipment', ({ id }) => ({ id }))] },
    encodeCommand: scopeFree('a command that was typed in is encoded; no device is read or asked'),
    ...logCases,
  },
  { equipment, batch, bindingPhoto: anUpload('equipmentBinding') },
);
