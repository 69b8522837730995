import { physicalApi } from '#features/physical/contract.ts';
import {
  anAssignedCustomer,
  anUpload,
  authorizationCases,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aCustomer, aMark } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';
import { todayInChina } from '#shared/idCard.ts';
import { aPhysical } from './testing.ts';

const catalogue = scopeFree('the catalogue is the same for all');
const ofInstitution = scopeFree('the columns of an institution belong to no department and no project');
const toCome = scopeFree('its try follows with the import itself');

const upload = anUpload('physical');
const day = '2025-11-20';
const fields = { org: '市二院', kind: 'yearly' as const, items: [] };

/** An examination of a person of 83 in service, whose name is the mark. */
const physicalOf = (status: 'draft' | 'done'): RecordKind => ({
  table: 'physical',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark, birthDate: '1942-07-08' });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    return { id: await aPhysical(app, { customerId, date: day, status }), mark };
  },
});

/** Authorization cases of the calls about examinations. */
export default authorizationCases(
  physicalApi,
  {
    getPhysicalList: { checks: [shows('draft', () => ({ limit: 200 }))] },
    getPhysicalDueList: { checks: [shows('done', () => ({ year: 2025, limit: 200 }))] },
    exportPhysical: {
      checks: [
        shows('draft', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    getPhysical: { checks: [names('draft', ({ id }) => ({ id }))] },
    getPhysicalItems: catalogue,
    flagItem: catalogue,
    getPhysicalOrgList: {
      checks: [
        counts(
          'done',
          () => ({}),
          (rows) => rows.reduce((sum, { used }) => sum + used, 0),
        ),
      ],
    },
    getPhysicalRate: {
      checks: [
        counts(
          'done',
          () => ({ year: 2025 }),
          ({ done }) => done,
        ),
      ],
      alsoFree: { departmentId: 'it only narrows the people in scope' },
    },
    addPhysical: {
      checks: [
        names('customer', ({ id }) => ({ customerId: id, date: day, ...fields })),
        refers('physicalFile', async ({ id }, world) => ({
          ...{ customerId: await anAssignedCustomer(world), date: day, ...fields },
          fileIds: [id],
        })),
      ],
    },
    editPhysical: {
      checks: [names('draft', ({ id }) => ({ id, version: 1, kind: 'special' }))],
      alsoFree: { fileIds: 'as in addPhysical' },
    },
    submitPhysical: { checks: [names('draft', ({ id }) => ({ id }))] },
    reviewPhysical: { checks: [names('done', ({ id }) => ({ id }))] },
    voidPhysical: { checks: [names('done', ({ id }) => ({ id, reason: '录错了人' }))] },
    addPhysicalFollowUp: {
      checks: [names('done', ({ id }) => ({ id, request: '体检复查：空腹血糖偏高', due: todayInChina(Date.now()) }))],
    },
    deletePhysical: { checks: [names('draft', ({ id }) => ({ ids: [id] }))] },
    uploadPhysicalFile: scopeFree('the file is its uploader’s until an examination names it'),
    getPhysicalMapping: ofInstitution,
    editPhysicalMapping: ofInstitution,
    getPhysicalHeadings: ofInstitution,
    importPhysical: toCome,
  },
  { draft: physicalOf('draft'), done: physicalOf('done'), physicalFile: upload },
);
