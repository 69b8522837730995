import { fenceApi } from '#features/fence/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  names,
  type Ownership,
  type RecordKind,
  refers,
  shows,
} from '#server/testing/authorization.ts';
import { next } from '#server/testing/rows.ts';

const circle = { circle: { centre: { lat: 28.935, lng: 118.885 }, radius: 300 } };
const fields = () => ({ name: `围栏${next()}`, kind: 'home' as const, shape: circle, tag: ['new'] });

async function aFence(app: TestApp, { department, project }: Ownership) {
  const input = { ...fields(), departmentId: department, projectId: project };
  const { id } = await app.call(fenceApi.addFence, input, app.admin);
  return { id, mark: input.name };
}

/** A fence with this ownership. */
const fence: RecordKind = { table: 'fence', make: aFence };
const atHand = async (app: TestApp, ownership: Ownership) => ({ id: (await aFence(app, ownership)).id, version: 1 });
async function crosses(app: TestApp, ownership: Ownership, customerId: string): Promise<void> {
  const { id } = await aFence(app, ownership);
  const text = `insert into fence_event (at, kind, fence_id, customer_id) values (now(), 'leave', $1, $2)`;
  await app.sql(text, [id, customerId]);
}
const day = 86_400_000;
const lastDay = () => ({ from: new Date(Date.now() - day).toISOString(), to: new Date().toISOString() });

/** Visibility and permissions of the fence endpoints. */
export default authorizationCases(
  fenceApi,
  {
    addFence: {
      checks: [
        refers('project', ({ id }) => ({ ...fields(), projectId: id })),
        refers('department', ({ id }) => ({ ...fields(), departmentId: id })),
        refers('customer', ({ id }) => ({ ...fields(), customerIds: [id] })),
      ],
    },
    editFence: {
      checks: [
        names('fence', ({ id }) => ({ id, version: 1, remark: '备注' })),
        refers('project', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), projectId: id })),
        refers('department', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), departmentId: id })),
        refers('customer', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), customerIds: [id] }), {
          noOwn: 'the fence at hand is the own one of another user',
        }),
      ],
    },
    getFenceEventList: {
      checks: [
        shows('customer', ({ id }) => ({ customerId: id }), {
          ready: ({ id }, { app, here }) => crosses(app, here, id),
        }),
      ],
    },
    tryFence: {
      checks: [names('customer', ({ id }) => ({ customerId: id, kind: 'home' as const, shape: circle, ...lastDay() }))],
    },
  },
  { fence },
);
