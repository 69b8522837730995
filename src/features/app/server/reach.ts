import { appApi, oauthApi } from '#features/app/contract.ts';
import {
  type Made,
  names,
  type RecordKind,
  reachOf,
  refers,
  scopeFree,
  shows,
  type World,
} from '#server/testing/reach.ts';
import { aProject, next } from '#server/testing/rows.ts';

const fields = () => ({
  name: `应用${next()}`,
  redirectUris: ['https://third.example/back'],
  scopes: ['profile' as const],
});

const app: RecordKind = {
  table: 'app',
  isProject: true,
  async make(product, place) {
    const { id, appid } = await product.call(
      appApi.addApp,
      { ...fields(), projectIds: [await aProject(product, place.department)] },
      product.admin,
    );
    return { id, mark: appid };
  },
};

const one = ({ id }: Made) => ({ id });

/** How far the calls about other applications reach. */
export default reachOf(
  { ...oauthApi, ...appApi },
  {
    getUserCode: scopeFree('the person’s own code; an application of other projects is refused in words: app.test.ts'),
    getAppInfo: scopeFree('the name on the login page, for whoever comes with the registered address'),
    getConsent: scopeFree('whether the person who calls agreed before'),
    openTicket: scopeFree('the ticket is its own proof and names its person'),
    getAppList: { checks: [shows('app', () => ({ limit: 200 }))] },
    addApp: { checks: [refers('project', ({ id }) => ({ ...fields(), projectIds: [id] }))] },
    editApp: {
      checks: [
        names('app', (made) => ({ ...one(made), version: 1, description: '改' })),
        refers('project', async ({ id }, world) => ({ id: await mine(world), version: 1, projectIds: [id] }), {
          unbound: true,
        }),
      ],
    },
    updateAppStatus: { checks: [names('app', (made) => ({ ...one(made), status: 'disabled' }))] },
    resetAppSecret: { checks: [names('app', one)] },
  },
  { app },
);

async function mine({ app: product, here, user }: World): Promise<string> {
  return user.token === '' ? '1' : (await app.make(product, here, user)).id;
}
