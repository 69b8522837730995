import { bindingApi } from '#features/binding/contract.ts';
import {
  anUpload,
  authorizationCases,
  names,
  refers,
  scopeFree,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';

/** Binds a device to a new customer of the same ownership. */
async function bound({ id }: { id: string }, { app }: Pick<World, 'app'>): Promise<string> {
  const [place] = await app.sql<{ department: string; project: string }>(
    'select department_id::text as department, project_id::text as project from equipment where id = $1',
    [id],
  );
  const customerId = await aCustomer(app, place ?? {});
  await app.call(bindingApi.bindEquipment, { id, customerId, ...installed() }, app.admin);
  return customerId;
}

const installed = () => ({ position: '客厅', installedAt: new Date().toISOString() });
const both = { noOwn: 'a device and a person at once: the other one is somebody else’s' };

/** Authorization cases of the calls about bindings. */
export default authorizationCases(
  bindingApi,
  {
    bindEquipment: {
      checks: [
        names(
          'equipment',
          async ({ id }, { app, here }) => ({ id, customerId: await aCustomer(app, { ...here }), ...installed() }),
          both,
        ),
        refers(
          'customer',
          async ({ id }, { app, here }) => ({ id: (await aDevice(app, here)).id, customerId: id, ...installed() }),
          both,
        ),
        refers(
          'bindingPhoto',
          async ({ id }, { app, here }) => ({
            ...{ id: (await aDevice(app, here)).id, customerId: await aCustomer(app, { ...here }) },
            ...{ photoFileId: id, ...installed() },
          }),
          both,
        ),
      ],
    },
    unbindEquipment: {
      checks: [names('equipment', ({ id }) => ({ id, reason: '更换' }), { ready: bound })],
    },
    replaceEquipment: {
      checks: [
        names('equipment', ({ id }) => ({ id, newSn: String(8_840_000_000 + next()), reason: '损坏' }), {
          ready: bound,
          ...both,
        }),
      ],
    },
    getBindingList: {
      checks: [
        shows('equipment', ({ id }) => ({ equipmentId: id }), { ready: bound }),
        shows('customer', ({ id }) => ({ customerId: id }), {
          async ready({ id }, { app }) {
            await aDevice(app, { customer: id });
          },
        }),
      ],
    },
    uploadBindingPhoto: scopeFree('the picture is its uploader’s until a binding names it'),
  },
  { bindingPhoto: anUpload('equipmentBinding') },
);
