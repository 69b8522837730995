import { customerApi } from '#features/customer/contract.ts';
import { authorizationCases, names, type RecordKind, refers, shows } from '#server/testing/authorization.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { todayInChina } from '#shared/idCard.ts';

const customer: RecordKind = {
  table: 'customer',
  async make(app, place) {
    const mark = aMark();
    return { id: await aCustomer(app, { ...place, name: mark }), mark };
  },
};

/** Authorization cases of the calls about customers. */
export default authorizationCases(
  customerApi,
  {
    getCustomerList: {
      checks: [shows('customer', () => ({ limit: 200 })), shows('customer', ({ mark }) => ({ keyword: mark }))],
    },
    getCustomer: { checks: [names('customer', ({ id }) => ({ id }))] },
    exportCustomer: {
      checks: [
        shows('customer', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
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
    findCustomer: {
      checks: [
        shows('customer', ({ mark }) => ({ keyword: mark || '无' }), { with: ['customer:list'] }),
        shows('customer', ({ id }) => ({ id }), { with: ['warn:add'] }),
      ],
      alsoFree: { projectId: 'narrows the customers in scope' },
    },
    deleteCustomer: { checks: [names('customer', ({ id }) => ({ ids: [id] }))] },
    updateCustomerState: {
      checks: [
        names('customer', ({ id }) => ({ id, state: 'ended', date: todayInChina(Date.now()), reason: '搬到外地' })),
      ],
    },
  },
  { customer },
);
