import { archiveApi, type SectionName, sections } from '#features/archive/contract.ts';
import { encrypt } from '#server/core/crypto.ts';
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
import { downloadRows } from '#server/testing/sheet.ts';

const upload = anUpload('archive');

/** Columns of a row besides its encrypted name, by section. */
const rest: Readonly<Partial<Record<SectionName, [columns: string, values: string]>>> = {
  surgery: [', kind, at', `, 'surgery', '2020'`],
  family: [', relation', `, 'mother'`],
  vaccination: [', at', `, '2020-01-01'`],
  admission: [', from_date, reason_cipher', `, '2020-01-01', '-'`],
  aid: [', kind', `, 'other'`],
  attachment: [', kind, at', `, 'other', '2020-01-01'`],
};

function sectionKind(table: SectionName): RecordKind {
  return {
    table,
    ownedBy: 'made',
    async make(app, place, owner) {
      const mark = aMark();
      const customerId = await aCustomer(app, { ...place });
      await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
      const [columns, values] = rest[table] ?? ['', ''];
      const name = table === 'admission' ? 'hospital_cipher' : 'name_cipher';
      const [row] = await app.sql<{ id: string }>(
        `insert into ${table} (customer_id, ${name}${columns}) values ($1, $2${values.replace("'-'", '$2')}) returning id::text`,
        [customerId, encrypt(mark)],
      );
      return { id: row?.id ?? '', mark };
    },
  };
}

const kinds = Object.fromEntries(Object.keys(sections).map((name) => [name, sectionKind(name as SectionName)]));
const once = { customerId: 'set once: another one is refused' };

/** Authorization cases of the calls about health archives. */
export default authorizationCases(
  archiveApi,
  {
    getArchiveList: { checks: [shows('customer', () => ({ limit: 200 }))] },
    exportArchive: {
      checks: [
        shows('customer', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    getArchive: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
    editArchive: { checks: [names('customer', ({ id }) => ({ customerId: id, version: 1, falls: '无' }))] },
    getArchiveTimeline: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
    uploadArchiveFile: scopeFree('the file is its uploader’s until a row names it'),
    addAllergy: { checks: [names('customer', ({ id }) => ({ customerId: id, kind: 'food', name: '花生' }))] },
    editAllergy: { checks: [names('allergy', ({ id }) => ({ id, version: 1, name: '虾' }))], alsoFree: once },
    addCondition: { checks: [names('customer', ({ id }) => ({ customerId: id, name: '高血压' }))] },
    editCondition: { checks: [names('condition', ({ id }) => ({ id, version: 1, since: '2001' }))], alsoFree: once },
    addMedicine: { checks: [names('customer', ({ id }) => ({ customerId: id, name: '氨氯地平' }))] },
    editMedicine: { checks: [names('medicine', ({ id }) => ({ id, version: 1, since: '2001' }))], alsoFree: once },
    addSurgery: {
      checks: [names('customer', ({ id }) => ({ customerId: id, kind: 'surgery', name: '阑尾', at: '1999' }))],
    },
    editSurgery: { checks: [names('surgery', ({ id }) => ({ id, version: 1, at: '2001' }))], alsoFree: once },
    addFamily: { checks: [names('customer', ({ id }) => ({ customerId: id, relation: 'mother', name: '糖尿病' }))] },
    editFamily: { checks: [names('family', ({ id }) => ({ id, version: 1, code: 'I10' }))], alsoFree: once },
    addVaccination: { checks: [names('customer', ({ id }) => ({ customerId: id, name: '流感', at: '2025-10-01' }))] },
    editVaccination: {
      checks: [names('vaccination', ({ id }) => ({ id, version: 1, at: '2025-10-02' }))],
      alsoFree: once,
    },
    addAdmission: {
      checks: [
        names('customer', ({ id }) => ({ customerId: id, from: '2025-01-01', hospital: '市一医院', reason: '肺炎' })),
      ],
    },
    editAdmission: { checks: [names('admission', ({ id }) => ({ id, version: 1, to: '2025-01-09' }))], alsoFree: once },
    addAid: { checks: [names('customer', ({ id }) => ({ customerId: id, kind: 'hearing', name: '助听器' }))] },
    editAid: { checks: [names('aid', ({ id }) => ({ id, version: 1, since: '2001' }))], alsoFree: once },
    addAttachment: {
      checks: [
        names('customer', async ({ id }, { app, here, user }) => ({
          ...{ customerId: id, fileId: (await upload.make(app, here, user)).id },
          ...{ kind: 'report', name: '心电图', at: '2025-01-01' },
        })),
        refers('archiveFile', async ({ id }, world) => ({
          ...{ customerId: await anAssignedCustomer(world), fileId: id },
          ...{ kind: 'report', name: '心电图', at: '2025-01-01' },
        })),
      ],
    },
    editAttachment: {
      checks: [names('attachment', ({ id }) => ({ id, version: 1, at: '2025-10-02' }))],
      alsoFree: { ...once, fileId: 'set once: another one is refused' },
    },
  },
  { ...kinds, archiveFile: upload },
);
