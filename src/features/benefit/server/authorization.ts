import { benefitApi } from '#features/benefit/contract.ts';
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

const benefit: RecordKind = {
  table: 'benefit',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const [row] = await app.sql<{ id: string }>(
      `insert into benefit (customer_id, kind, grade) values ($1, 'disability', $2) returning id::text`,
      [customerId, mark],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** Authorization cases of the calls about benefits. */
export default authorizationCases(
  benefitApi,
  {
    getBenefitList: { checks: [shows('benefit', () => ({ limit: 200 }))] },
    addBenefit: {
      checks: [
        names('customer', ({ id }) => ({ customerId: id, kind: 'medical' })),
        refers('benefitFile', async ({ id }, world) => ({
          customerId: await anAssignedCustomer(world),
          kind: 'medical',
          fileId: id,
        })),
      ],
    },
    editBenefit: {
      checks: [
        names('benefit', ({ id }) => ({ id, version: 1, grade: '二级' })),
        refers('benefitFile', async ({ id }, world) => {
          const [row] = await world.app.sql<{ id: string }>(
            `insert into benefit (customer_id, kind) values ($1, 'medical') returning id::text`,
            [await anAssignedCustomer(world)],
          );
          return { id: row?.id ?? '', version: 1, fileId: id };
        }),
      ],
      alsoFree: { customerId: 'set once: another one is refused, as benefit.test.ts tries' },
    },
    deleteBenefit: { checks: [names('benefit', ({ id }) => ({ ids: [id] }))] },
    uploadBenefitFile: scopeFree('the file is its uploader’s until a row names it'),
  },
  { benefit, benefitFile: anUpload('benefit') },
);
