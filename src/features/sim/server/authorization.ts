import { simApi } from '#features/sim/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import { authorizationCases, names, type Ownership, type RecordKind, refers } from '#server/testing/authorization.ts';
import { next } from '#server/testing/rows.ts';

const newIccid = () => `8986001${String(next()).padStart(13, '0')}`;

async function aSim(app: TestApp, { department, project }: Ownership) {
  const iccid = newIccid();
  const { id } = await app.call(simApi.addSim, { iccid, departmentId: department, projectId: project }, app.admin);
  return { id, mark: iccid };
}

/** A SIM with this ownership. */
const sim: RecordKind = { table: 'sim', make: aSim };
const atHand = async (app: TestApp, ownership: Ownership) => ({ id: (await aSim(app, ownership)).id, version: 1 });

/** Visibility and permissions of the SIM endpoints. */
export default authorizationCases(
  simApi,
  {
    addSim: {
      checks: [
        refers('project', ({ id }) => ({ iccid: newIccid(), projectId: id })),
        refers('department', ({ id }) => ({ iccid: newIccid(), departmentId: id })),
      ],
    },
    editSim: {
      checks: [
        names('sim', ({ id }) => ({ id, version: 1, remark: '备注' })),
        refers('project', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), projectId: id })),
        refers('department', async ({ id }, { app, here }) => ({ ...(await atHand(app, here)), departmentId: id })),
      ],
    },
    renewSim: { checks: [names('sim', ({ id }) => ({ ids: [id], expireDate: '2099-01-01' }))] },
  },
  { sim },
);
