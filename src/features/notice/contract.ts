import { Attachment } from '#shared/attachment.ts';
import { Id, Instant, list, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';
import { type Static, Type } from '#shared/typebox.ts';

export const noticeLevels = { normal: '普通', important: '重要', urgent: '紧急' } as const;
export type NoticeLevel = keyof typeof noticeLevels;

export const noticeStatuses = {
  draft: '草稿',
  waiting: '待发布',
  published: '已发布',
  withdrawn: '已撤回',
  expired: '已过期',
} as const;
export type NoticeStatus = keyof typeof noticeStatuses;

export const audienceKinds = { all: '全部', department: '部门', role: '角色', user: '用户' } as const;
export type AudienceKind = keyof typeof audienceKinds;

const Level = Type.Enum(['normal', 'important', 'urgent'], { title: '级别' });
const Status = Type.Enum(['draft', 'waiting', 'published', 'withdrawn', 'expired'], { title: '状态' });
const Kind = Type.Enum(['all', 'department', 'role', 'user'], { title: '接收范围' });
const Audience = strict({
  kind: Kind,
  ids: Type.Optional(Type.Array(Id, { maxItems: 2000, uniqueItems: true, title: '接收范围' })),
});
export type Audience = Static<typeof Audience>;

const Title = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S', title: '标题', msg: '请输入1-50个字的标题' });
const Content = Type.String({ minLength: 1, maxLength: 50_000, title: '内容' });

const fields = {
  title: Title,
  type: Type.String({ minLength: 1, maxLength: 30, title: '类型', dictionary: 'notice_type' }),
  level: Type.Optional(Level),
  content: Content,
  fileIds: Type.Optional(Type.Array(Id, { maxItems: 5, uniqueItems: true, title: '附件', msg: '附件最多5个' })),
  audience: Audience,
  publishAt: Type.Optional(nullable(Type.String({ ...Instant, title: '发布时间' }))),
  expireAt: Type.Optional(nullable(Type.String({ ...Instant, title: '失效时间' }))),
  pinned: Type.Optional(Type.Boolean({ title: '置顶' })),
  needConfirm: Type.Optional(Type.Boolean({ title: '需确认' })),
  /** Also stands on the public page, where nobody logs in. */
  public: Type.Optional(Type.Boolean({ title: '公开' })),
};

const NoticeRow = strict({
  id: Id,
  title: Type.String(),
  type: Type.String(),
  typeName: Type.String(),
  level: Level,
  content: Type.String(),
  files: Type.Array(Attachment),
  audience: strict({ kind: Kind, ids: Type.Array(Id), names: Type.Array(Type.String()) }),
  status: Status,
  pinned: Type.Boolean(),
  needConfirm: Type.Boolean(),
  public: Type.Boolean(),
  readCount: Type.Integer(),
  confirmCount: Type.Integer(),
  audienceCount: Type.Integer(),
  authorName: Type.String(),
  publisherName: nullable(Type.String()),
  publishAt: nullable(Instant),
  publishedAt: nullable(Instant),
  expireAt: nullable(Instant),
  withdrawReason: nullable(Type.String()),
  createdAt: Instant,
  version: Type.Integer(),
});
export type NoticeRow = Static<typeof NoticeRow>;

const ReceiptRow = strict({
  id: Id,
  name: Type.String(),
  departmentName: Type.String(),
  readAt: nullable(Instant),
  confirmedAt: nullable(Instant),
  remindedAt: nullable(Instant),
});

/** A notice as its addressee sees it. */
const MyNotice = strict({
  id: Id,
  title: Type.String(),
  typeName: Type.String(),
  level: Level,
  content: Type.String(),
  files: Type.Array(Attachment),
  pinned: Type.Boolean(),
  needConfirm: Type.Boolean(),
  publisherName: Type.String(),
  publishedAt: Instant,
  expireAt: nullable(Instant),
  readAt: nullable(Instant),
  confirmedAt: nullable(Instant),
});
export type MyNotice = Static<typeof MyNotice>;

/** What is told live to an addressee: `notice` of an event with the topic notice. */
export interface NoticeNews {
  id: string;
  level: NoticeLevel;
  needConfirm: boolean;
}

const Option = strict({ value: Type.String(), label: Type.String() });
const One = { id: Id };
/** `removed`: what the server took out of the content, in words for its author. */
const Saved = strict({ id: Id, version: Type.Integer(), removed: Type.Array(Type.String()) });
const Moved = strict({ id: Id, status: Status, version: Type.Integer() });

export const noticeApi = {
  getNoticeList: list('/api/notice/getNoticeList', {
    title: '通知公告列表',
    permission: 'notice:list',
    filters: {
      id: Type.Optional(Id),
      type: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 20, title: '类型' })),
      level: Type.Optional(Type.Array(Level, { maxItems: 3, title: '级别' })),
      status: Type.Optional(Type.Array(Status, { maxItems: 5, title: '状态' })),
      audienceKind: Type.Optional(Kind),
      publishedFrom: Type.Optional(Instant),
      publishedTo: Type.Optional(Instant),
    },
    sort: ['title', 'publishedAt', 'expireAt', 'createdAt'],
    row: NoticeRow,
  }),
  addNotice: post('/api/notice/addNotice', {
    title: '新增通知',
    permission: 'notice:add',
    input: fields,
    output: Saved,
  }),
  /** A draft only: what somebody has been told is not changed behind their back. */
  editNotice: post('/api/notice/editNotice', {
    title: '编辑通知',
    permission: 'notice:edit',
    input: { id: Id, version: Type.Integer({ minimum: 1 }), ...fields },
    output: Saved,
  }),
  copyNotice: post('/api/notice/copyNotice', {
    title: '复制通知',
    permission: 'notice:add',
    input: One,
    output: strict({ id: Id }),
  }),
  /** At once, or at its `publishAt` when that lies ahead; a `publishAt` given here takes the place of the draft's, null: at once. */
  publishNotice: post('/api/notice/publishNotice', {
    title: '发布通知',
    permission: 'notice:publish',
    input: { id: Id, publishAt: Type.Optional(nullable(Type.String({ ...Instant, title: '发布时间' }))) },
    output: Moved,
  }),
  withdrawNotice: post('/api/notice/withdrawNotice', {
    title: '撤回通知',
    permission: 'notice:withdraw',
    input: {
      id: Id,
      reason: Type.String({
        minLength: 2,
        maxLength: 200,
        pattern: '\\S',
        title: '撤回原因',
        msg: '请输入2-200个字的撤回原因',
      }),
    },
    output: Moved,
  }),
  updateNoticePinned: post('/api/notice/updateNoticePinned', {
    title: '置顶通知',
    permission: 'notice:publish',
    input: { id: Id, pinned: Type.Boolean({ title: '置顶' }) },
    output: Nothing,
  }),
  deleteNotice: post('/api/notice/deleteNotice', {
    title: '删除通知',
    permission: 'notice:delete',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '通知' }) },
    output: Nothing,
  }),
  getNoticeReceiptList: list('/api/notice/getNoticeReceiptList', {
    title: '阅读情况',
    permission: 'notice:list',
    filters: { id: Id, state: Type.Optional(Type.Enum(['read', 'unread'], { title: '阅读' })) },
    sort: ['name', 'departmentName', 'readAt'],
    row: ReceiptRow,
  }),
  remindNotice: post('/api/notice/remindNotice', {
    title: '提醒未读',
    permission: 'notice:publish',
    input: One,
    output: strict({ count: Type.Integer() }),
  }),
  getNoticeOption: post('/api/notice/getNoticeOption', {
    title: '通知的选项',
    permission: 'notice:list',
    change: false,
    input: {},
    output: strict({
      roles: Type.Array(Option),
      users: Type.Array(Option),
      departments: Type.Array(strict({ id: Id, parentId: nullable(Id), name: Type.String() })),
    }),
  }),
  uploadNoticeFile: post('/api/notice/uploadNoticeFile', {
    title: '上传附件',
    permission: 'notice:add',
    upload: true,
    input: {},
    output: Attachment,
  }),
  /** A picture for the text; its address there is `/api/file/getFile?id=…`. */
  uploadNoticePicture: post('/api/notice/uploadNoticePicture', {
    title: '上传图片',
    permission: 'notice:add',
    upload: true,
    input: {},
    output: strict({ fileId: Id }),
  }),
  getMyNoticeList: list('/api/notice/getMyNoticeList', {
    title: '我的通知',
    permission: 'login',
    filters: { id: Type.Optional(Id), unread: Type.Optional(Type.Boolean({ title: '未读' })) },
    sort: ['publishedAt'],
    row: MyNotice,
  }),
  readNotice: post('/api/notice/readNotice', {
    title: '阅读通知',
    permission: 'login',
    input: { id: Id, confirmed: Type.Optional(Type.Boolean({ title: '我已知晓' })) },
    output: strict({ count: Type.Integer() }),
  }),
  /** Those that need no 我已知晓. */
  readAllNotice: post('/api/notice/readAllNotice', {
    title: '全部已读',
    permission: 'login',
    input: {},
    output: strict({ count: Type.Integer() }),
  }),
  getUnreadCount: post('/api/notice/getUnreadCount', {
    title: '未读通知数',
    permission: 'login',
    change: false,
    input: {},
    output: strict({ count: Type.Integer() }),
  }),
};

export const room: Room = {
  title: '通知公告',
  endpoints: noticeApi,
  screens: [
    {
      path: '/manage/notice',
      title: '通知公告',
      icon: 'megaphone',
      group: '系统管理',
      sort: 80,
      component: 'NoticeScreen',
      right: { key: 'notice:list', title: '查看通知公告', roles: ['area', 'leader'] },
      buttons: [
        { key: 'notice:add', title: '起草通知', roles: ['area', 'leader'] },
        { key: 'notice:edit', title: '编辑通知', roles: ['area', 'leader'] },
        { key: 'notice:publish', title: '发布、置顶与提醒', roles: ['area'] },
        { key: 'notice:withdraw', title: '撤回通知', roles: ['area'] },
        { key: 'notice:delete', title: '删除草稿', roles: ['area', 'leader'] },
      ],
    },
  ],
};
