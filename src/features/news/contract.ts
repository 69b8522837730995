import { Id, Instant, list, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import type { Room } from '#shared/room.ts';
import { type Static, Type } from '#shared/typebox.ts';

export const newsStatuses = {
  draft: '草稿',
  pending: '待审',
  waiting: '待发布',
  published: '已发布',
  offline: '下线',
} as const;
export type NewsStatus = keyof typeof newsStatuses;

const Status = Type.Enum(['draft', 'pending', 'waiting', 'published', 'offline'], { title: '状态' });
const PublishAt = nullable(Type.String({ ...Instant, title: '发布时间' }));

const fields = {
  title: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', title: '标题', msg: '请输入1-60个字的标题' }),
  category: Type.String({ minLength: 1, maxLength: 30, title: '分类', dictionary: 'news_category' }),
  /** A draft may be without one; what is submitted may not. */
  coverId: Type.Optional(nullable(Type.String({ ...Id, title: '封面', msg: '请上传封面' }))),
  summary: Type.Optional(nullable(Type.String({ maxLength: 120, title: '摘要' }))),
  content: Type.String({ minLength: 1, maxLength: 50_000, title: '正文' }),
  source: Type.Optional(nullable(Type.String({ maxLength: 30, title: '来源' }))),
  link: Type.Optional(
    nullable(
      Type.String({ pattern: '^https://[^\\s<>"\']+$', maxLength: 500, title: '外链', msg: '外链须以 https:// 开头' }),
    ),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 10, msg: '每个标签1-10个字' }), {
      maxItems: 8,
      uniqueItems: true,
      title: '标签',
      msg: '标签最多8个，每个1-10个字',
    }),
  ),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999, title: '排序', msg: '排序须为0-9999' })),
  recommended: Type.Optional(Type.Boolean({ title: '推荐' })),
  publishAt: Type.Optional(PublishAt),
  /** Projects whose families read it; absent or null: all that the author may give it to. */
  projectIds: Type.Optional(nullable(Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '项目' }))),
};

const NewsRow = strict({
  id: Id,
  title: Type.String(),
  category: Type.String(),
  categoryName: Type.String(),
  coverId: nullable(Id),
  summary: nullable(Type.String()),
  content: Type.String(),
  source: nullable(Type.String()),
  link: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  sort: Type.Integer(),
  recommended: Type.Boolean(),
  pinned: Type.Boolean(),
  status: Status,
  authorId: nullable(Id),
  authorName: Type.String(),
  reviewerName: nullable(Type.String()),
  rejectReason: nullable(Type.String()),
  /** Whether the caller wrote it: nobody approves their own. */
  mine: Type.Boolean(),
  viewCount: Type.Integer(),
  /** Those that the viewer may name, null for all projects, and how many there are beside them. */
  projectIds: nullable(Type.Array(Id)),
  otherProjects: Type.Integer(),
  publishAt: nullable(Instant),
  publishedAt: nullable(Instant),
  createdAt: Instant,
  version: Type.Integer(),
});
export type NewsRow = Static<typeof NewsRow>;

const Option = strict({ value: Type.String(), label: Type.String() });
const Saved = strict({ id: Id, version: Type.Integer(), removed: Type.Array(Type.String()) });
const Moved = strict({ id: Id, status: Status, version: Type.Integer() });
const One = { id: Id };

export const newsApi = {
  getNewsList: list('/api/news/getNewsList', {
    title: '资讯列表',
    permission: 'news:list',
    filters: {
      id: Type.Optional(Id),
      category: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 20, title: '分类' })),
      status: Type.Optional(Type.Array(Status, { maxItems: 5, title: '状态' })),
      recommended: Type.Optional(Type.Boolean({ title: '推荐' })),
      publishedFrom: Type.Optional(Instant),
      publishedTo: Type.Optional(Instant),
    },
    sort: ['title', 'sort', 'viewCount', 'publishedAt', 'createdAt'],
    row: NewsRow,
  }),
  addNews: post('/api/news/addNews', { title: '新增资讯', permission: 'news:add', input: fields, output: Saved }),
  /** A draft or what is offline; it is a draft again and must be approved anew. */
  editNews: post('/api/news/editNews', {
    title: '编辑资讯',
    permission: 'news:edit',
    input: { id: Id, version: Type.Integer({ minimum: 1 }), ...fields },
    output: Saved,
  }),
  submitNews: post('/api/news/submitNews', { title: '提交审核', permission: 'news:add', input: One, output: Moved }),
  /** The author takes back what waits for approval: a draft again. */
  recallNews: post('/api/news/recallNews', { title: '取回资讯', permission: 'news:add', input: One, output: Moved }),
  /** Published at once, or at its `publishAt` when that lies ahead. */
  approveNews: post('/api/news/approveNews', {
    title: '审核通过',
    permission: 'news:approve',
    input: One,
    output: Moved,
  }),
  rejectNews: post('/api/news/rejectNews', {
    title: '退回资讯',
    permission: 'news:approve',
    input: {
      id: Id,
      reason: Type.String({
        minLength: 2,
        maxLength: 200,
        pattern: '\\S',
        title: '退回原因',
        msg: '请输入2-200个字的退回原因',
      }),
    },
    output: Moved,
  }),
  /** enabled: online again without a new approval, since the text is the approved one; disabled: offline. */
  updateNewsStatus: post('/api/news/updateNewsStatus', {
    title: '上线下线资讯',
    permission: 'news:status',
    input: { id: Id, status: Type.Enum(['enabled', 'disabled'], { title: '状态' }) },
    output: Moved,
  }),
  updateNewsSort: post('/api/news/updateNewsSort', {
    title: '资讯排序、推荐与置顶',
    permission: 'news:status',
    input: {
      id: Id,
      sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999, title: '排序', msg: '排序须为0-9999' })),
      recommended: Type.Optional(Type.Boolean({ title: '推荐' })),
      pinned: Type.Optional(Type.Boolean({ title: '置顶' })),
    },
    output: Nothing,
  }),
  deleteNews: post('/api/news/deleteNews', {
    title: '删除资讯',
    permission: 'news:delete',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '资讯' }) },
    output: Nothing,
  }),
  getNewsOption: post('/api/news/getNewsOption', {
    title: '资讯的选项',
    permission: 'news:list',
    change: false,
    input: {},
    output: strict({ projects: Type.Array(Option) }),
  }),
  uploadNewsCover: post('/api/news/uploadNewsCover', {
    title: '上传封面',
    permission: 'news:add',
    upload: true,
    input: {},
    output: strict({ fileId: Id }),
  }),
  /** A picture for the text; its address there is `/api/file/getFile?id=…`. */
  uploadNewsPicture: post('/api/news/uploadNewsPicture', {
    title: '上传图片',
    permission: 'news:add',
    upload: true,
    input: {},
    output: strict({ fileId: Id }),
  }),
};

export const room: Room = {
  title: '资讯',
  endpoints: newsApi,
  screens: [
    {
      path: '/manage/news',
      title: '资讯',
      icon: 'newspaper',
      group: '系统管理',
      sort: 81,
      component: 'NewsScreen',
      right: { key: 'news:list', title: '查看资讯', roles: ['area'] },
      buttons: [
        { key: 'news:add', title: '写资讯与提交审核', roles: ['area'] },
        { key: 'news:edit', title: '编辑资讯', roles: ['area'] },
        { key: 'news:approve', title: '审核资讯', roles: ['area'] },
        { key: 'news:status', title: '上线、下线、推荐与置顶', roles: ['area'] },
        { key: 'news:delete', title: '删除资讯', roles: ['area'] },
      ],
    },
  ],
};
