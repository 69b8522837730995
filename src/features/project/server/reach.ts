import { projectApi } from '#features/project/contract.ts';
import { names, type RecordKind, reachOf, refers, shows } from '#server/testing/reach.ts';
import { aProject, next } from '#server/testing/rows.ts';
import { downloadRows } from '#server/testing/sheet.ts';

const project: RecordKind = {
  table: 'project',
  isProject: true,
  async make(app, place) {
    const id = await aProject(app, place.department);
    const [row] = await app.sql<{ code: string }>('select code from project where id = $1', [id]);
    return { id, mark: `"${row?.code}"` };
  },
};

/** How far the calls about projects reach. */
export default reachOf(
  projectApi,
  {
    getProjectList: { checks: [shows('project', () => ({ limit: 200 }))] },
    exportProject: {
      checks: [
        shows('project', () => ({}), {
          text: async ({ fileId }, { app, user }) => JSON.stringify(await downloadRows(app, fileId ?? '', user.token)),
        }),
      ],
    },
    addProject: {
      checks: [
        refers('department', ({ id }) => ({ code: `q${next()}`, name: `新项目${next()}`, departmentId: id }), {
          unbound: true,
        }),
      ],
    },
    editProject: {
      checks: [
        names('project', ({ id }) => ({ id, version: 1, remark: '改' })),
        refers(
          'department',
          async ({ id }, { app, user, here }) => ({
            id: user.token === '' ? '1' : await aProject(app, here.department),
            version: 1,
            departmentId: id,
          }),
          { unbound: true },
        ),
      ],
    },
    editProjectConfig: { checks: [names('project', ({ id }) => ({ id, version: 1, claimSeconds: 45 }))] },
    renewProject: { checks: [names('project', ({ id }) => ({ id, version: 1, endDate: '2099-12-31' }))] },
    updateProjectStatus: { checks: [names('project', ({ id }) => ({ id, status: 'paused', reason: '暂停' }))] },
  },
  { project },
);
