import { customerApi } from '#features/customer/contract.ts';
import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { newsApi } from '#features/news/contract.ts';
import { noticeApi } from '#features/notice/contract.ts';
import { projectApi } from '#features/project/contract.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  authorizationCases,
  type HandlerCases,
  type HandlerTry,
  type RecordKind,
} from '#server/testing/authorization.ts';
import { aPicture } from '#server/testing/picture.ts';
import { aCustomer, aProject, next } from '#server/testing/rows.ts';
import { upload } from '#server/testing/sheet.ts';
import type { Endpoint } from '#shared/endpoint.ts';

/** Uploads a picture as the administrator; returns its id. */
async function uploadedId(app: TestApp, endpoint: Endpoint, fields: Record<string, string> = {}): Promise<string> {
  const { data, msg } = await upload(app, endpoint.path, await aPicture(), fields);
  if (!data) throw new Error(msg);
  return String(data.fileId ?? data.id);
}

/** File opened by the permissions and scope of its own row. */
const customerPhoto: RecordKind = {
  table: 'file',
  async make(app, place) {
    return {
      id: await uploadedId(app, customerEntryApi.uploadCustomerPhoto, { id: await aCustomer(app, { ...place }) }),
      mark: '',
    };
  },
};

/** File opened by viewers of the notice that it belongs to. */
const noticePaper: RecordKind = {
  table: 'file',
  ownedBy: 'made',
  anyProject: 'a notice goes to departments, roles and people, never to a project',
  async make(app, place, owner) {
    const id = await uploadedId(app, noticeApi.uploadNoticeFile);
    await app.sql(
      `insert into notice (title, type, content, audience_kind, department_id, created_by, updated_by, file_ids)
       values ($1, 'notice', '<p>x</p>', 'all', $2, $3, $3, array[$4::bigint])`,
      [`停水通知${next()}`, place.department, owner.id, id],
    );
    return { id, mark: '' };
  },
};

const newsPicture: RecordKind = {
  table: 'file',
  ownedBy: 'made',
  async make(app, place, owner) {
    const id = await uploadedId(app, newsApi.uploadNewsCover);
    await app.sql(
      `insert into news (title, category, content, cover_file_id, department_id, project_ids, created_by)
       values ($1, 'health', '<p>x</p>', $2, $3, array[$4::bigint], $5)`,
      [`冬季防跌${next()}`, id, place.department, place.project, owner.id],
    );
    return { id, mark: '' };
  },
};

const projectPaper: RecordKind = {
  table: 'file',
  isProject: true,
  noOwn: 'with the scope self there is no project to see',
  async make(app, place) {
    const id = await uploadedId(app, projectApi.uploadProjectFile);
    const project = await aProject(app, place.department);
    await app.sql('update project set file_ids = array[$2::bigint] where id = $1', [project, id]);
    return { id, mark: '' };
  },
};

/** File of one user. */
const exportBook: RecordKind = {
  table: 'file',
  ownedBy: 'made',
  async make(app, _place, owner) {
    const { fileId } = await app.call(customerApi.exportCustomer, {}, owner.token);
    return { id: fileId ?? '', mark: '' };
  },
};

const ownerOnly = 'what was made for one person asks for no right beside being that person';

function opened(ask: HandlerTry['ask']): HandlerCases {
  const names = { how: 'names', anonymousStatus: 401, wrongRole: 404, ask } as const;
  return {
    tries: [
      { ...names, kind: 'customerPhoto', with: ['customer:list'] },
      { ...names, kind: 'noticePaper', with: ['notice:list'] },
      { ...names, kind: 'newsPicture', with: ['news:list'] },
      { ...names, kind: 'projectPaper', with: ['project:list'] },
      { ...names, kind: 'exportBook', with: ['customer:export'], wrongRole: ownerOnly },
    ],
  };
}

/** Scope cases of files, in the page and as downloads. */
export default authorizationCases(
  {},
  {},
  { customerPhoto, noticePaper, newsPicture, projectPaper, exportBook },
  {
    'GET /api/file/getFile': opened(({ id }, { app, user }) =>
      app.ask({ method: 'GET', path: `/api/file/getFile?id=${id}`, token: user.token }),
    ),
    'POST /api/file/downloadFile': opened(({ id }, { app, user }) =>
      app.ask({
        path: '/api/file/downloadFile',
        body: new URLSearchParams({ token: user.token, id }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Requested-With': null },
      }),
    ),
  },
);
