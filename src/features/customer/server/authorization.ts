import { customerApi } from '#features/customer/contract.ts';
import {
  anUpload,
  authorizationCases,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
  type World,
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

const leave: RecordKind = {
  table: 'customer_leave',
  ownedBy: 'made',
  async make(app, place, owner) {
    const mark = aMark();
    const customerId = await aCustomer(app, { ...place, name: mark });
    await app.sql('update customer set created_by = $2 where id = $1', [customerId, owner.id]);
    const [row] = await app.sql<{ id: string }>(
      `insert into customer_leave (customer_id, kind, from_at, expected_return) values ($1, 'outing', now(), now() + interval '1 hour') returning id::text`,
      [customerId],
    );
    return { id: row?.id ?? '', mark };
  },
};

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

const signed = { purpose: 'photo', signedBy: '吴建国', relation: 'son', signedAt: '2026-01-02T03:04:05.000Z' } as const;

const bed: RecordKind = {
  table: 'customer_bed',
  anyProject: 'a bed stands in a department, whatever the project of who lies there',
  ownedBy: 'entered',
  async make(app, place) {
    const mark = aMark();
    const [row] = await app.sql<{ id: string }>(
      `insert into customer_bed (department_id, building, floor, room, bed) values ($1, $2, '1', '101', '1') returning id::text`,
      [place.department, mark],
    );
    return { id: row?.id ?? '', mark };
  },
};

const fields = () => ({ name: aMark(), mobile: `137${String(10_000_000 + next())}` });

const responsibleId = 'somebody whom the viewer may see, as add.test.ts tries';
const asAdded = 'judged as addCustomer and editCustomer do, and nothing is stored';
/** Adds a customer visible to the caller in every scope. */
async function anAssignedCustomer({ app, here, user }: Pick<World, 'app' | 'here' | 'user'>): Promise<string> {
  const id = await aCustomer(app, { ...here });
  await app.sql('update customer set responsible_id = u.id from "user" u where customer.id = $1 and u.id = $2', [
    id,
    user.id,
  ]);
  return id;
}

/** Returns the occupant of the bed; assigns a customer visible to the caller if the bed is free. */
async function lying(id: string, world: Pick<World, 'app' | 'here' | 'user'>): Promise<string> {
  const [row] = await world.app.sql('select customer_id from customer_bed where id = $1', [id]);
  return row?.customer_id ? String(row.customer_id) : anAssignedCustomer(world);
}

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
    getCustomerMerge: {
      checks: [
        names('customer', async ({ id }, world) => ({ keepId: await anAssignedCustomer(world), dropId: id })),
        names('customer', async ({ id }, world) => ({ keepId: id, dropId: await anAssignedCustomer(world) })),
      ],
    },
    mergeCustomer: {
      checks: [
        names('customer', async ({ id }, world) => ({ keepId: await anAssignedCustomer(world), dropId: id })),
        names('customer', async ({ id }, world) => ({ keepId: id, dropId: await anAssignedCustomer(world) })),
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
    getCustomerState: { checks: [names('customer', ({ id }) => ({ customerId: id }))] },
    updateCustomerState: {
      checks: [
        names('customer', ({ id }) => ({ id, state: 'ended', date: todayInChina(Date.now()), reason: '搬到外地' })),
      ],
    },
    tickLeaving: {
      checks: [
        names('customer', ({ id }) => ({ customerId: id, item: 'keysBack', done: true }), {
          ready: ({ id }, { app }) => app.sql(`update customer set service_state = 'ended' where id = $1`, [id]),
        }),
      ],
    },
    getLeaveList: {
      checks: [shows('leave', () => ({ limit: 200 }))],
    },
    addLeave: {
      checks: [
        names(
          'customer',
          ({ id }) => ({
            ...{
              customerId: id,
              kind: 'outing',
              from: '2026-01-02T03:04:05.000Z',
              expectedReturn: '2099-01-02T03:04:05.000Z',
            },
          }),
          { ready: ({ id }, { app }) => app.sql(`update customer set service_state = 'active' where id = $1`, [id]) },
        ),
      ],
    },
    returnLeave: { checks: [names('leave', ({ id }) => ({ id }))] },
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
    getBedList: {
      checks: [shows('bed', () => ({ limit: 200 })), shows('bed', ({ mark }) => ({ keyword: mark }))],
    },
    addBed: {
      checks: [
        refers('department', ({ id }) => ({ departmentId: id, building: aMark(), floor: '1', room: '101', bed: '1' }), {
          ready: ({ id }, { app }) => app.sql(`update department set type = 'org' where id = $1`, [id]),
        }),
      ],
    },
    editBed: { checks: [names('bed', ({ id }) => ({ id, version: 1, state: 'closed' }))] },
    assignBed: {
      checks: [
        names('bed', async ({ id }, world) => ({ customerId: await anAssignedCustomer(world), bedId: id })),
        names('customer', async ({ id }, { app, here, user }) => {
          const newBed = await bed.make(app, here, user);
          await app.sql('update customer_bed set created_by = $2 where id = $1', [newBed.id, user.id]);
          return { customerId: id, bedId: newBed.id };
        }),
      ],
    },
    releaseBed: {
      checks: [
        names('bed', async ({ id }, world) => ({ customerId: await lying(id, world), bedId: id }), {
          ready: async ({ id }, world) =>
            world.app.sql('update customer_bed set customer_id = $2 where id = $1', [
              id,
              await anAssignedCustomer(world),
            ]),
        }),
        names('customer', async ({ id }, { app, here, user }) => {
          const newBed = await bed.make(app, here, user);
          await app.sql(
            'update customer_bed set created_by = $2, customer_id = (select id from customer where id = $3) where id = $1',
            [newBed.id, user.id, id],
          );
          return { customerId: id, bedId: newBed.id };
        }),
      ],
    },
    uploadCustomerPhoto: { checks: [names('customer', ({ id }) => ({ id }), { file: aPicture })] },
  },
  {
    customer,
    leave,
    benefit,
    benefitFile: anUpload('benefit'),
    consent,
    consentFile: anUpload('consent'),
    customerFile,
    customerUpload,
    bed,
  },
);
