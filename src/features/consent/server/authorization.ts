import { consentApi } from '#features/consent/contract.ts';
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

const consent: RecordKind = {
  table: 'consent',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, consent: [] });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const [row] = await app.sql<{ id: string }>(
      `insert into consent (customer_id, purpose, signed_by, relation, signed_at) values ($1, 'health', $2, 'son', now()) returning id::text`,
      [customerId, mark],
    );
    return { id: row?.id ?? '', mark };
  },
};

const signed = { purpose: 'photo', signedBy: '吴建国', relation: 'son', signedAt: '2026-01-02T03:04:05.000Z' } as const;

/** Authorization cases of the calls about consents. */
export default authorizationCases(
  consentApi,
  {
    getConsentList: { checks: [shows('consent', () => ({ limit: 200 }))] },
    addConsent: {
      checks: [
        names('customer', ({ id }) => ({ customerId: id, ...signed })),
        refers('consentFile', async ({ id }, world) => ({
          customerId: await anAssignedCustomer(world),
          ...signed,
          fileId: id,
        })),
      ],
    },
    withdrawConsent: { checks: [names('consent', ({ id }) => ({ id, reason: '本人要求' }))] },
    uploadConsentFile: scopeFree('the file is its uploader’s until a row names it'),
  },
  { consent, consentFile: anUpload('consent') },
);
