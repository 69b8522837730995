import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { anAssignedCustomer, authorizationCases, names, refers, shows } from '#server/testing/authorization.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aMark, next } from '#server/testing/rows.ts';

const fields = () => ({ name: aMark(), mobile: `137${String(10_000_000 + next())}` });

const responsibleId = 'somebody whom the viewer may see, as add.test.ts tries';
const asAdded = 'judged as addCustomer and editCustomer do, and nothing is stored';

/** Authorization cases of calls that add and edit customers. */
export default authorizationCases(customerEntryApi, {
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
  uploadCustomerPhoto: { checks: [names('customer', ({ id }) => ({ id }), { file: aPicture })] },
});
