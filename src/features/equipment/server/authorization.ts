import { equipmentApi } from '#features/equipment/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { logCases } from './logAuthorization.ts';

const equipment: RecordKind = {
  table: 'equipment',
  async make(app, place) {
    const { id, sn } = await aDevice(app, place);
    return { id, mark: sn };
  },
};

const both = { noOwn: 'a device and a person at once: the other one is somebody else’s' };
const fields = () => ({ sn: String(8_830_000_000 + next()), model: 'watch' });

const atHand = async (app: TestApp, here: Parameters<typeof aDevice>[1]) => ({
  id: (await aDevice(app, here)).id,
  version: 1,
});

/** How far the calls about devices reach. */
export default authorizationCases(
  equipmentApi,
  {
    getEquipmentList: {
      checks: [shows('equipment', () => ({ limit: 200 })), shows('equipment', ({ mark }) => ({ sn: mark || 'x' }))],
    },
    addEquipment: {
      checks: [
        refers('customer', ({ id }) => ({ ...fields(), customerId: id })),
        refers('equipment', ({ id }) => ({ ...fields(), gatewayId: id })),
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
        refers('equipment', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), gatewayId: id }), both),
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
          async ({ id }, { app, here }) => ({ id, customerId: await aCustomer(app, { ...here }) }),
          both,
        ),
        refers(
          'customer',
          async ({ id }, { app, here }) => ({ id: (await aDevice(app, here)).id, customerId: id }),
          both,
        ),
      ],
    },
    unbindEquipment: {
      checks: [
        names('equipment', ({ id }) => ({ id, reason: '更换' }), {
          ready: async ({ id }, { app }) => {
            const [place] = await app.sql<{ department: string; project: string }>(
              'select department_id::text as department, project_id::text as project from equipment where id = $1',
              [id],
            );
            const customerId = await aCustomer(app, place ?? {});
            await app.call(equipmentApi.bindEquipment, { id, customerId }, app.admin);
          },
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
    encodeCommand: scopeFree('a command that was typed in is encoded; no device is read or asked'),
    ...logCases,
  },
  { equipment },
);
