import { noticeApi } from '#features/notice/contract.ts';
import {
  authorizationCases,
  type CreatedRecord,
  counts,
  names,
  type RecordKind,
  refers,
  scopeFree,
  shows,
} from '#server/testing/authorization.ts';
import { next } from '#server/testing/rows.ts';

const text = () => ({ title: `停水通知${next()}`, type: 'notice', content: '<p>周三上午停水。</p>' });

const notice: RecordKind = {
  table: 'notice',
  anyProject: 'a notice goes to departments, roles and people, never to a project',
  async make(app, place, owner) {
    const mark = `停水通知${next()}`;
    const [row] = await app.sql<{ id: string }>(
      `insert into notice (title, type, content, audience_kind, department_id, created_by, updated_by)
       values ($1, 'notice', '<p>x</p>', 'all', $2, $3, $3) returning id::text`,
      [mark, place.department, owner.id],
    );
    return { id: row?.id ?? '', mark };
  },
};

/** A notice in the owner's inbox. */
const received: RecordKind = {
  table: 'notice',
  ownedBy: 'made',
  async make(app, _place, owner) {
    const input = { ...text(), audience: { kind: 'user' as const, ids: [owner.id] } };
    const { id } = await app.call(noticeApi.addNotice, input, app.admin);
    await app.call(noticeApi.publishNotice, { id }, app.admin);
    return { id, mark: input.title };
  },
};

const idOf = ({ id }: CreatedRecord) => ({ id });
const published = ({ id }: CreatedRecord, { app }: { app: Parameters<RecordKind['make']>[0] }) =>
  app.sql("update notice set status = 'published', published_at = now() where id = $1", [id]);

/** Visibility and permissions of the notice endpoints. */
export default authorizationCases(
  noticeApi,
  {
    addNotice: {
      checks: [
        refers('department', ({ id }) => ({ ...text(), audience: { kind: 'department', ids: [id] } })),
        refers('user', ({ id }) => ({ ...text(), audience: { kind: 'user', ids: [id] } })),
        refers('noticeFile', ({ id }) => ({ ...text(), audience: { kind: 'all' }, fileIds: [id] })),
      ],
    },
    editNotice: {
      checks: [names('notice', (made) => ({ ...text(), ...idOf(made), version: 1, audience: { kind: 'all' } }))],
      alsoFree: { fileIds: 'attachments are judged by the same function as those of a new notice' },
    },
    withdrawNotice: { checks: [names('notice', (made) => ({ ...idOf(made), reason: '改期' }), { ready: published })] },
    updateNoticePinned: { checks: [names('notice', (made) => ({ ...idOf(made), pinned: true }))] },
    getNoticeReceiptList: { checks: [names('notice', (made) => ({ ...idOf(made), limit: 10 }))] },
    remindNotice: { checks: [names('notice', idOf, { ready: published })] },
    getNoticeOption: { checks: [shows('department', () => ({})), shows('user', () => ({}))] },
    uploadNoticeFile: scopeFree('a file of one’s own, not attached to anything yet'),
    uploadNoticePicture: scopeFree('a picture of one’s own, not in any notice yet'),
    getMyNoticeList: { checks: [shows('received', () => ({ limit: 200 }))] },
    readNotice: { checks: [names('received', idOf)] },
    readAllNotice: scopeFree('the inbox of the person who calls and nobody else’s'),
    getUnreadCount: {
      checks: [
        counts(
          'received',
          () => ({}),
          (data) => data.count,
        ),
      ],
    },
  },
  { notice, received, noticeFile: aFileOf('notice') },
  {
    'GET /api/open/getNoticePicture': scopeFree(
      'pictures of notices that were published for everybody, before a login',
    ),
  },
);

/** A file that the user has just uploaded. */
function aFileOf(subject: string): RecordKind {
  return {
    table: 'file',
    ownedBy: 'made',
    async make(app, place, owner) {
      const [row] = await app.sql<{ id: string }>(
        `insert into file (hash, name, type, size, owner_id, subject, rights, department_id, project_id, created_by)
         values ('x', 'a.pdf', 'application/pdf', 1, $1, $2, '{}', $3, $4, $1) returning id::text`,
        [owner.id, subject, place.department, place.project],
      );
      return { id: row?.id ?? '', mark: `"${row?.id}"` };
    },
  };
}
