import { customerFileApi } from '#features/customerFile/contract.ts';
import {
  anAssignedCustomer,
  anUpload,
  authorizationCases,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';

const customerUpload = anUpload('customerFile');

const customerFile: RecordKind = {
  table: 'customer_file',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const file = await customerUpload.make(app, place, owner);
    const [row] = await app.sql<{ id: string }>(
      'insert into customer_file (customer_id, file_id, remark) values ($1, $2, $3) returning id::text',
      [customerId, file.id, mark],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** Authorization cases of the calls about files of customers. */
export default authorizationCases(
  customerFileApi,
  {
    getCustomerFileList: { checks: [shows('customerFile', () => ({ limit: 200 }))] },
    addCustomerFile: {
      checks: [
        names('customer', async ({ id }, { app, here, user }) => ({
          ...{ customerId: id, fileId: (await customerUpload.make(app, here, user)).id },
        })),
        refers('customerUpload', async ({ id }, world) => ({
          customerId: await anAssignedCustomer(world),
          fileId: id,
        })),
      ],
    },
    deleteCustomerFile: { checks: [names('customerFile', ({ id }) => ({ ids: [id] }))] },
    uploadCustomerFile: scopeFree('the file is its uploader’s until a row names it'),
  },
  { customerFile, customerUpload },
);
