import { newsApi } from '#features/news/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  type CreatedRecord,
  names,
  type Ownership,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { aPicture } from '#server/testing/picture.ts';
import { anApplication, next } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';

const text = () => ({ title: `冬季防跌${next()}`, category: 'health', content: '<p>地面湿时慢走。</p>' });

/** A draft with a cover, in the ownership's department, for the families of its project. */
const news: RecordKind = {
  table: 'news',
  async make(app, place, owner) {
    const mark = `冬季防跌${next()}`;
    const [row] = await app.sql<{ id: string }>(
      `insert into news (title, category, content, cover_file_id, department_id, project_ids)
       values ($1, 'health', '<p>x</p>', $2, $3, array[$4::bigint]) returning id::text`,
      [mark, await coverOf(app, place, owner), place.department, place.project],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** Online, with a cover file that exists, as families' apps read it. */
const openNews: RecordKind = {
  table: 'news',
  anyDepartment: 'families read by project, whichever department wrote it',
  anyOwner: 'an application has projects and no records of its own',
  async make(app, place, owner) {
    const { id, mark } = await news.make(app, place, owner);
    const cover = await upload(app, newsApi.uploadNewsCover.path, await aPicture());
    await app.sql(
      "update news set status = 'published', published_at = now(), cover_file_id = $2, sort = 9999 where id = $1",
      [id, cover.data.fileId],
    );
    return { id, mark };
  },
};

/** A picture in the text of such an article. */
const openPicture: RecordKind = {
  ...openNews,
  table: 'file',
  async make(app, place, owner) {
    const { id, mark } = await openNews.make(app, place, owner);
    const { data } = await upload(app, newsApi.uploadNewsPicture.path, await aPicture());
    const picture = String(data.fileId ?? data.id);
    await app.sql('update news set picture_ids = array[$2::bigint] where id = $1', [id, picture]);
    return { id: picture, mark };
  },
};

/** An app in the ownership's project, with the scope that public reading needs or another one. */
const application = {
  kind: 'openNews',
  anonymousStatus: 401,
  wrongRole: 403,
  caller: (app: TestApp, { project }: Ownership, right: boolean) =>
    anApplication(app, { scopes: [right ? 'news:read' : 'profile'], projects: [project] }),
};
const list = { path: '/api/open/getNewsList', body: { limit: 200 } };

const newsCover: RecordKind = {
  table: 'file',
  ownedBy: 'made',
  async make(app, place, owner) {
    const id = await coverOf(app, place, owner);
    return { id, mark: `"${id}"` };
  },
};

async function coverOf(...[app, place, owner]: Parameters<RecordKind['make']>): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into file (hash, name, type, size, owner_id, subject, rights, department_id, project_id, created_by)
     values ('x', 'cover.webp', 'image/webp', 1, $1, 'news', '{}', $2, 0, $1) returning id::text`,
    [owner.id, place.department],
  );
  return row?.id ?? '';
}

const idOf = ({ id }: CreatedRecord) => ({ id });
const another = 'an article is reviewed by somebody else than its author';
type Ready = NonNullable<Parameters<typeof names>[2]>['ready'];
const inState =
  (status: string): Ready =>
  ({ id }, { app }) =>
    app.sql('update news set status = $2, submitted_at = now(), reviewed_at = now() where id = $1', [id, status]);

/** Makes the caller the last editor, who may therefore recall the article. */
const waitsForAnother: Ready = ({ id }, { app, user }) =>
  app.sql(`update news set status = 'pending', submitted_at = now(), editor_id = $2 where id = $1`, [id, user.id]);

/** Visibility and permissions of the news endpoints. */
export default authorizationCases(
  newsApi,
  {
    addNews: {
      checks: [
        refers('newsCover', ({ id }) => ({ ...text(), coverId: id })),
        refers('newsCover', ({ id }) => ({ ...text(), content: `<img src="/api/file/getFile?id=${id}">` })),
        refers('project', ({ id }) => ({ ...text(), projectIds: [id] })),
      ],
    },
    editNews: {
      checks: [
        names('news', (made) => ({ ...text(), ...idOf(made), version: 1 })),
        refers('newsCover', async ({ id }, world) => ({
          ...text(),
          id: await ownNews(world),
          version: 1,
          coverId: id,
        })),
        refers('project', async ({ id }, world) => ({
          ...text(),
          id: await ownNews(world),
          version: 1,
          projectIds: [id],
        })),
      ],
    },
    recallNews: { checks: [names('news', idOf, { ready: waitsForAnother })] },
    approveNews: { checks: [names('news', idOf, { ready: inState('pending'), noOwn: another })] },
    rejectNews: {
      checks: [
        names('news', (made) => ({ ...idOf(made), reason: '缺来源' }), { ready: inState('pending'), noOwn: another }),
      ],
    },
    updateNewsStatus: {
      checks: [names('news', (made) => ({ ...idOf(made), status: 'disabled' }), { ready: inState('published') })],
    },
    updateNewsSort: { checks: [names('news', (made) => ({ ...idOf(made), sort: 3 }))] },
    getNewsOption: { checks: [shows('project', () => ({}), { text: projectNames })] },
    uploadNewsCover: scopeFree('a picture of one’s own, not in any article yet'),
    uploadNewsPicture: scopeFree('a picture of one’s own, not in any article yet'),
  },
  { news, newsCover, openNews, openPicture },
  {
    'POST /api/open/getNewsList': {
      tries: [{ how: 'shows', ...application, ask: (_, { app, user }) => app.ask({ ...list, token: user.token }) }],
    },
    'POST /api/open/getNews': {
      tries: [
        {
          how: 'names',
          ...application,
          ask: ({ id }, { app, user }) => app.ask({ path: '/api/open/getNews', body: { id }, token: user.token }),
        },
      ],
    },
    'GET /api/open/getNewsCover': {
      tries: [
        {
          how: 'names',
          ...application,
          ask: ({ id }, { app, user }) =>
            app.ask({ method: 'GET', path: `/api/open/getNewsCover?id=${id}`, token: user.token }),
        },
      ],
    },
    'GET /api/open/getNewsPicture': {
      tries: [
        {
          how: 'names',
          ...application,
          kind: 'openPicture',
          ask: ({ id }, { app, user }) =>
            app.ask({ method: 'GET', path: `/api/open/getNewsPicture?id=${id}`, token: user.token }),
        },
      ],
    },
  },
);

async function ownNews({ app, here, user }: Parameters<NonNullable<Ready>>[1]): Promise<string> {
  if (user.token === '') return '1';
  const { id } = await news.make(app, here, user);
  await app.sql('update news set created_by = $2 where id = $1', [id, user.id]);
  return id;
}

/** Returns the project options by label: the test projects use their code as name. */
async function projectNames({ projects }: { projects: { label: string }[] }): Promise<string> {
  return JSON.stringify(projects.map(({ label }) => label));
}
