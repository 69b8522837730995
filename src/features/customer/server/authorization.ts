import { customerApi } from '#features/customer/contract.ts';
import {
  anAssignedCustomer,
  authorizationCases,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aMark, next } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { todayInChina } from '#shared/idCard.ts';

const customer: RecordKind = {
  table: 'customer',
  async make(app, place) {
    const mark = aMark();
    return { id: await aCustomer(app, { ...place, name: mark }), mark };
  },
};

const fields = () => ({ name: aMark(), mobile: `137${String(10_000_000 + next())}` });

const responsibleId = 'somebody whom the viewer may see, as add.test.ts tries';
const asAdded = 'judged as addCustomer and editCustomer do, and nothing is stored';
/** Authorization cases of the calls about customers. */
export default authorizationCases(
  customerApi,
  {
    getCustomerList: {
      checks: [shows('customer', () => ({ limit: 200 })), shows('customer', ({ mark }) => ({ keyword: mark }))],
    },
    getCustomer: { checks: [names('customer', ({ id }) => ({ id }))] },
    getCustomerHistory: { checks: [names('customer', ({ id }) => ({ id }))] },
    getCustomerCard: { checks: [names('customer', ({ id }) => ({ ids: [id], kind: 'info' }))] },
    exportCustomer: {
      checks: [
        shows('customer', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    importCustomer: scopeFree('each row is judged within the importer’s departments and projects: import.test.ts'),
    getImportTemplate: scopeFree('a workbook of headings without rows'),
    getCustomerChoice: {
      checks: [shows('department', () => ({})), shows('project', () => ({}))],
    },
    editCustomerTag: { checks: [names('customer', ({ id }) => ({ ids: [id], add: ['key_care'] }))] },
    moveCustomer: {
      checks: [
        names('customer', ({ id }, { here }) => ({ ids: [id], departmentId: here.department, reason: '换片区' })),
        refers('department', async ({ id }, { app, here }) => ({
          ids: [await aCustomer(app, { ...here })],
          departmentId: id,
          reason: '换片区',
        })),
        refers('project', async ({ id }, { app, here }) => ({
          ids: [await aCustomer(app, { ...here })],
          projectId: id,
          reason: '换项目',
        })),
      ],
    },
    findCustomer: { checks: [shows('customer', ({ mark }) => ({ keyword: mark || '无' }))] },
    addCustomer: {
      checks: [
        refers('department', ({ id }) => ({ ...fields(), departmentId: id })),
        refers('project', ({ id }, { here }) => ({ ...fields(), departmentId: here.department, projectId: id })),
        refers('bed', ({ id }, { here }) => ({ ...fields(), departmentId: here.department, bedId: id })),
      ],
      alsoFree: { responsibleId },
    },
    editCustomer: {
      checks: [
        names('customer', ({ id }) => ({ id, version: 1, community: '柳岸新村' })),
        refers(
          'department',
          async ({ id }, { app, here }) => ({
            ...{ id: await aCustomer(app, { ...here }), version: 1, departmentId: id },
          }),
          { with: ['customer:move'] },
        ),
        refers(
          'project',
          async ({ id }, { app, here }) => ({
            ...{ id: await aCustomer(app, { ...here }), version: 1, projectId: id },
          }),
          { with: ['customer:move'] },
        ),
        refers('bed', async ({ id }, world) => ({ id: await anAssignedCustomer(world), version: 1, bedId: id })),
      ],
      alsoFree: { responsibleId },
    },
    checkCustomer: {
      checks: [
        names('customer', ({ id }) => ({ id })),
        shows('customer', async ({ mark, id }, { app }) => {
          const [row] = await app.sql('select mobile from customer where id = $1', [id]);
          return { name: mark || '无人', mobile: row?.mobile };
        }),
      ],
      alsoFree: {
        departmentId: asAdded,
        projectId: asAdded,
        responsibleId,
        bedId: 'no bed is looked at before saving',
      },
    },
    deleteCustomer: { checks: [names('customer', ({ id }) => ({ ids: [id] }))] },
    updateCustomerState: {
      checks: [
        names('customer', ({ id }) => ({ id, state: 'ended', date: todayInChina(Date.now()), reason: '搬到外地' })),
      ],
    },
    uploadCustomerPhoto: { checks: [names('customer', ({ id }) => ({ id }), { file: aPicture })] },
  },
  { customer },
);
