import { appApi, oauthApi } from '#features/app/contract.ts';
import {
  anUpload,
  authorizationCases,
  type CreatedRecord,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
  type World,
} from '#server/testing/authorization.ts';
import { anAccount, anApplication, aProject, next } from '#server/testing/rows.ts';
import { logoSubject } from './logo.ts';

const fields = () => ({
  name: `应用${next()}`,
  redirectUris: ['https://third.example/back'],
  scopes: ['profile' as const],
});

const app: RecordKind = {
  table: 'app',
  isProject: true,
  anyOwner: 'an application belongs to projects, not to whoever registered it',
  async make(product, place) {
    const { id, appid } = await product.call(
      appApi.addApp,
      { ...fields(), projectIds: [await aProject(product, place.department)] },
      product.admin,
    );
    return { id, mark: appid };
  },
};

/** User of a token. */
const bearer: RecordKind = {
  table: 'user',
  anyDepartment: 'a token names its person and reaches nobody else',
  anyProject: 'the same',
  anyOwner: 'the same',
  make: async (_product, _place, owner) => ({ id: owner.id, mark: owner.account }),
};

/** User who has given consent to the calling application. */
const agreed: RecordKind = {
  table: 'user',
  anyDepartment: 'whoever agreed to this application is sent in by it, and nobody else: app.test.ts',
  anyProject: 'the same',
  anyOwner: 'the same',
  async make(product, place) {
    const { id, account } = await anAccount(product, { department: place.department });
    return { id, mark: account };
  },
};

const noProject = { noOwn: 'with the scope self there is no project to register an application for' };

const idOf = ({ id }: CreatedRecord) => ({ id });

/** Scope cases of the endpoints about applications. */
export default authorizationCases(
  { ...oauthApi, ...appApi },
  {
    getUserCode: scopeFree('the person’s own code; an application of other projects is refused in words: app.test.ts'),
    getAppInfo: scopeFree('the name on the login page, for whoever comes with the registered address'),
    getConsent: scopeFree('whether the person who calls agreed before'),
    openTicket: scopeFree('the ticket is its own proof and names its person'),
    getAppOption: { checks: [shows('project', () => ({}), { text: projectNames })] },
    addApp: {
      checks: [
        refers('project', ({ id }) => ({ ...fields(), projectIds: [id] })),
        refers(
          'appLogo',
          async ({ id }, world) => ({ ...fields(), logoFileId: id, projectIds: [await ownProject(world)] }),
          {
            unbound: true,
            ...noProject,
          },
        ),
      ],
    },
    editApp: {
      checks: [
        names('app', (record) => ({ ...idOf(record), version: 1, description: '改' })),
        refers('project', async ({ id }, world) => ({ id: await ownApp(world), version: 1, projectIds: [id] }), {
          unbound: true,
        }),
        refers('appLogo', async ({ id }, world) => ({ id: await ownApp(world), version: 1, logoFileId: id }), {
          unbound: true,
          ...noProject,
        }),
      ],
    },
    uploadAppLogo: scopeFree('a picture of one’s own, not attached to anything yet'),
  },
  { app, bearer, agreed, appLogo: anUpload(logoSubject) },
  {
    'POST /api/oauth2/token': scopeFree(
      'an application proves itself by its secret and a code of its own: app.test.ts',
    ),
    'POST /api/oauth2/revoke': scopeFree(
      'an application proves itself by its secret and ends tokens of its own alone: app.test.ts',
    ),
    'GET /api/oauth2/getAppLogo': scopeFree('the picture on the login page, of an enabled application: app.test.ts'),
    'GET /api/oauth2/userinfo': {
      tries: [
        {
          how: 'shows',
          kind: 'bearer',
          anonymousStatus: 401,
          wrongRole: 403,
          caller: async (product, _place, permitted) => {
            const { id: userId, account } = await anAccount(product);
            const scopes = [permitted ? 'profile' : 'news:read'];
            return { ...(await anApplication(product, { scopes, userId })), account };
          },
          ask: (_, { app: product, user }) =>
            product.ask({ method: 'GET', path: '/api/oauth2/userinfo', token: user.token }),
        },
      ],
    },
    'POST /api/oauth2/ticket': {
      tries: [
        {
          how: 'names',
          kind: 'agreed',
          anonymousStatus: 401,
          wrongRole: 403,
          caller: (product, _place, permitted) => anApplication(product, { scopes: [permitted ? 'sso' : 'profile'] }),
          ready: ({ id }, { app: product, user }) =>
            product.sql("insert into app_consent (user_id, app_id, scopes) values ($1, $2, '{sso}')", [id, user.id]),
          ask: async ({ id }, { app: product, user }) => {
            const [userRow] = await product.sql<{ account: string }>('select account from "user" where id = $1', [id]);
            const body = new URLSearchParams({ account: userRow?.account ?? 'nobody' }).toString();
            const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
            return product.ask({ path: '/api/oauth2/ticket', body, headers, token: user.token });
          },
        },
      ],
    },
  },
);

/** Returns the options' labels; a project's label is its code here. */
async function projectNames({ projects }: { projects: { label: string }[] }): Promise<string> {
  return JSON.stringify(projects.map(({ label }) => label));
}

async function ownProject({ app: product, here, user }: World): Promise<string> {
  return user.token === '' ? '1' : aProject(product, here.department);
}

async function ownApp({ app: product, here, user }: World): Promise<string> {
  return user.token === '' ? '1' : (await app.make(product, here, user)).id;
}
