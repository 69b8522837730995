import { Attachment } from '#shared/attachment.ts';
import { keysOf } from '#shared/codes.ts';
import { Id, Instant, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
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

const Kind = Type.Enum(keysOf(audienceKinds), { title: '接收范围' });
const Audience = strict(
  {
    kind: Kind,
    ids: Type.Optional(Type.Array(Id, { maxItems: 2000, uniqueItems: true, title: '接收范围' })),
  },
  '接收范围',
);
export type Audience = Static<typeof Audience>;
const instantField = (title: string) => Type.String({ ...Instant, title });

export const notice = resource('notice', '通知', {
  title: field(
    Type.String({ minLength: 1, maxLength: 50, pattern: '\\S', title: '标题', msg: '请输入1-50个字的标题' }),
    { required: true, search: true, sort: true, column: { width: 240, fixed: 'left' }, form: { wide: true } },
  ),
  type: field(Type.String({ minLength: 1, maxLength: 30, title: '类型', dictionary: 'notice_type' }), {
    required: true,
    filter: 'many',
    column: { width: 80 },
  }),
  typeName: computed(Type.String({ title: '类型名称' }), { column: false }),
  level: field(Type.Enum(keysOf(noticeLevels), { title: '级别' }), {
    defaultValue: 'normal',
    labels: noticeLevels,
    filter: 'many',
    column: { width: 64 },
    form: { control: 'radio' },
  }),
  content: field(Type.String({ minLength: 1, maxLength: 50_000, title: '内容' }), { required: true, column: false }),
  fileIds: field(Type.Array(Id, { maxItems: 5, uniqueItems: true, title: '附件', msg: '附件最多5个' }), {
    defaultValue: [],
    output: false,
    column: false,
    form: { wide: true },
  }),
  files: computed(Type.Array(Attachment, { title: '附件' }), { column: false }),
  audience: field(Audience, {
    required: true,
    dbColumn: false,
    output: strict({ kind: Kind, ids: Type.Array(Id), names: Type.Array(Type.String()) }),
    column: { width: 140 },
    form: { wide: true },
  }),
  publishAt: field(instantField('发布时间'), { column: false }),
  expireAt: field(Type.String({ ...Instant, title: '失效时间', after: 'publishAt' }), {
    sort: true,
    column: { width: 96 },
    form: { hint: '到时从收件箱里消失；不填则一直有效' },
  }),
  pinned: field(Type.Boolean({ title: '置顶' }), { defaultValue: false, column: false }),
  /** Also shown on the public page, which needs no login. */
  public: field(Type.Boolean({ title: '公开' }), {
    defaultValue: false,
    column: false,
    form: { hint: '也显示在不用登录的开放页上' },
  }),
  needConfirm: field(Type.Boolean({ title: '需确认' }), {
    defaultValue: false,
    column: false,
    form: { hint: '收到的人要按「我已知晓」' },
  }),
  status: field(Type.Enum(keysOf(noticeStatuses), { title: '状态' }), {
    editable: false,
    labels: noticeStatuses,
    filter: 'many',
    column: { width: 88 },
  }),
  readCount: computed(Type.Integer({ title: '已读人数' }), { column: false }),
  confirmCount: computed(Type.Integer({ title: '已确认人数' }), { column: false }),
  audienceCount: computed(Type.Integer({ title: '接收人数' }), { column: false }),
  authorName: computed(Type.String({ title: '起草人' }), { column: { width: 88, hidden: true } }),
  publisherName: computed(nullable(Type.String({ title: '发布人' })), { column: { width: 72 } }),
  publishedAt: field(instantField('发布时间'), {
    editable: false,
    nullable: true,
    sort: true,
    filter: 'range',
    filterName: 'published',
    column: { width: 128 },
  }),
  withdrawReason: field(Type.String({ title: '撤回原因' }), {
    editable: false,
    nullable: true,
    column: { width: 180, hidden: true },
  }),
});
export type NoticeRow = Static<typeof notice.row>;

const ReceiptRow = strict({
  id: Id,
  name: Type.String(),
  departmentName: Type.String(),
  readAt: nullable(Instant),
  confirmedAt: nullable(Instant),
  remindedAt: nullable(Instant),
});

/** A notice as its recipient sees it. */
const MyNotice = strict({
  id: Id,
  title: Type.String(),
  typeName: Type.String(),
  level: notice.fields.level.schema,
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

/** Live data for a recipient: `notice` of an event with the topic notice. */
export interface NoticeNews {
  id: string;
  level: NoticeLevel;
  needConfirm: boolean;
}

const Option = strict({ value: Type.String(), label: Type.String() });
const One = { id: Id };
/** `removed`: parts that the server removed from the content, described for the author. */
const Removed = { removed: Type.Array(Type.String()) };
const Moved = strict({ id: Id, status: notice.fields.status.schema, version: Type.Integer() });

export const noticeApi = {
  getNoticeList: notice.list({
    title: '通知公告列表',
    filters: { id: Type.Optional(Id), audienceKind: Type.Optional(Kind) },
  }),
  getNotice: notice.get(),
  addNotice: notice.addFull({ output: Removed }),
  /** Edits a draft only: a published notice is not changed any more. */
  editNotice: notice.editFull({ output: Removed }),
  copyNotice: post('/api/notice/copyNotice', {
    title: '复制通知',
    permission: 'notice:add',
    input: One,
    output: strict({ id: Id }),
  }),
  /** Publishes at once, or at a future `publishAt`; a `publishAt` in the input replaces the draft's, null: at once. */
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
    output: NoData,
  }),
  deleteNotice: notice.remove(),
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
  /** Uploads a picture for the text; its URL there is `/api/file/getFile?id=…`. */
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
    filters: {
      id: Type.Optional(Id),
      unread: Type.Optional(Type.Boolean({ title: '未读' })),
      /** True: sent by the product itself; false: written by users. */
      automatic: Type.Optional(Type.Boolean({ title: '系统消息' })),
    },
    sort: ['publishedAt'],
    row: MyNotice,
  }),
  readNotice: post('/api/notice/readNotice', {
    title: '阅读通知',
    permission: 'login',
    input: { id: Id, confirmed: Type.Optional(Type.Boolean({ title: '我已知晓' })) },
    output: strict({ count: Type.Integer() }),
  }),
  /** Marks notices as read that need no 我已知晓. */
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

export const feature: Feature = {
  title: '通知公告',
  labels: {
    'notice.audience_kind': audienceKinds,
  },
  endpoints: noticeApi,
  resource: notice,
  screens: [
    {
      path: '/manage/notice',
      title: '通知公告',
      icon: 'megaphone',
      group: '系统管理',
      sort: 80,
      component: 'NoticeScreen',
      permission: { key: 'notice:list', title: '查看通知公告', roles: ['area', 'leader'] },
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
