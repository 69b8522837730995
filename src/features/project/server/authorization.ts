import { projectApi } from '#features/project/contract.ts';
import {
  anUpload,
  authorizationCases,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { aProject, next } from '#server/testing/rows.ts';
import { logo, paper } from './files.ts';

const noProject = { noOwn: 'with the scope self there is no project to manage' };

const project: RecordKind = {
  table: 'project',
  isProject: true,
  ...noProject,
  async make(app, place) {
    const id = await aProject(app, place.department);
    const [row] = await app.sql<{ code: string }>('select code from project where id = $1', [id]);
    return { id, mark: `"${row?.code}"` };
  },
};

/** Returns a project of the caller's department, to be changed along with the record. */
const ownProject = async ({ app, user, here }: World) => (user.token === '' ? '1' : aProject(app, here.department));

const fields = (id: string) => ({ code: `q${next()}`, name: `新项目${next()}`, departmentId: id });

/** Visibility and permissions of the project endpoints. */
export default authorizationCases(
  projectApi,
  {
    getProjectList: { checks: [shows('project', () => ({ limit: 200 }))] },
    getProject: {
      checks: [
        names('project', ({ id }) => ({ id })),
        counts(
          'customer',
          (_, { here }) => ({ id: here.project }),
          ({ project: { customerCount } }) => customerCount,
          noProject,
        ),
        counts(
          'equipment',
          (_, { here }) => ({ id: here.project }),
          ({ project: { equipmentCount } }) => equipmentCount,
          noProject,
        ),
        counts(
          'warn',
          (_, { here }) => ({ id: here.project }),
          ({ warn }) => warn.total,
          noProject,
        ),
        counts(
          'warn',
          (_, { here }) => ({ id: here.project }),
          ({ days }) => days.reduce((sum, day) => sum + day.count, 0),
          noProject,
        ),
      ],
    },
    getProjectUserList: {
      checks: [
        names('project', ({ id }) => ({ id })),
        shows('user', ({ mark }, { here }) => ({ id: here.project, keyword: mark })),
      ],
    },
    getProjectOption: { checks: [shows('user', () => ({}))] },
    getProjectBrand: scopeFree(
      'title and logo of the one project that the caller works for, taken from their own account',
    ),
    uploadProjectFile: scopeFree('a file of one’s own, not attached to anything yet'),
    uploadProjectLogo: scopeFree('a picture of one’s own, not attached to anything yet'),
    addProject: {
      checks: [
        refers('department', ({ id }) => fields(id), { unbound: true }),
        refers('user', ({ id }, { here }) => ({ ...fields(here.department), managerId: id }), { unbound: true }),
        refers('projectFile', ({ id }, { here }) => ({ ...fields(here.department), fileIds: [id] }), {
          unbound: true,
          ...noProject,
        }),
      ],
    },
    editProject: {
      checks: [
        names('project', ({ id }) => ({ id, version: 1, remark: '改' })),
        refers('department', async ({ id }, world) => ({ id: await ownProject(world), version: 1, departmentId: id }), {
          unbound: true,
        }),
        refers('user', async ({ id }, world) => ({ id: await ownProject(world), version: 1, managerId: id }), {
          unbound: true,
        }),
        refers('projectFile', async ({ id }, world) => ({ id: await ownProject(world), version: 1, fileIds: [id] }), {
          unbound: true,
          ...noProject,
        }),
      ],
    },
    editProjectConfig: {
      checks: [
        names('project', ({ id }) => ({ id, version: 1, claimSeconds: 45 })),
        refers('projectLogo', async ({ id }, world) => ({ id: await ownProject(world), version: 1, logoFileId: id }), {
          unbound: true,
          ...noProject,
        }),
      ],
    },
    renewProject: { checks: [names('project', ({ id }) => ({ id, version: 1, endDate: '2099-12-31' }))] },
    updateProjectStatus: { checks: [names('project', ({ id }) => ({ id, status: 'paused', reason: '暂停' }))] },
  },
  { project, projectFile: anUpload(paper), projectLogo: anUpload(logo) },
);
