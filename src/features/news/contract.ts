import { keysOf } from '#shared/codes.ts';
import { Id, Instant, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { type Static, Type } from '#shared/typebox.ts';

export const newsStatuses = {
  draft: '草稿',
  pending: '待审',
  waiting: '待发布',
  published: '已发布',
  offline: '下线',
} as const;
export type NewsStatus = keyof typeof newsStatuses;

const instantField = (title: string) => Type.String({ ...Instant, title });
const Sort = Type.Integer({ minimum: 0, maximum: 9999, title: '排序', msg: '排序须为0-9999' });

export const news = resource('news', '资讯', {
  title: field(
    Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', title: '标题', msg: '请输入1-60个字的标题' }),
    { required: true, search: true, sort: true, column: { width: 250, fixed: 'left' }, form: { wide: true } },
  ),
  category: field(Type.String({ minLength: 1, maxLength: 30, title: '分类', dictionary: 'news_category' }), {
    required: true,
    filter: 'many',
    column: { width: 80 },
  }),
  categoryName: computed(Type.String({ title: '栏目名称' }), { column: false }),
  /** Optional in a draft, required for submission. */
  coverId: field(Type.String({ ...Id, title: '封面', msg: '请上传封面' }), {
    dbColumn: 'coverFileId',
    column: { width: 64, fixed: 'left', noTooltip: true },
    form: { wide: true },
  }),
  summary: field(Type.String({ maxLength: 120, title: '摘要' }), { column: false, form: { rows: 2 } }),
  content: field(Type.String({ minLength: 1, maxLength: 50_000, title: '正文' }), { required: true, column: false }),
  source: field(Type.String({ maxLength: 30, title: '来源' }), { search: true, column: { width: 104 } }),
  link: field(
    Type.String({ pattern: '^https://[^\\s<>"\']+$', maxLength: 500, title: '外链', msg: '外链须以 https:// 开头' }),
    { column: false, form: { control: 'text' } },
  ),
  tags: field(
    Type.Array(Type.String({ minLength: 1, maxLength: 10, msg: '每个标签1-10个字' }), {
      maxItems: 8,
      uniqueItems: true,
      title: '标签',
      msg: '标签最多8个，每个1-10个字',
    }),
    { defaultValue: [], column: { width: 160, hidden: true } },
  ),
  sort: field(Sort, {
    defaultValue: 0,
    sort: true,
    column: { width: 60, align: 'right' },
    form: { hint: '数字大的在前' },
  }),
  recommended: field(Type.Boolean({ title: '推荐' }), { defaultValue: false, filter: 'one', column: { width: 56 } }),
  pinned: field(Type.Boolean({ title: '置顶' }), { editable: false, column: false }),
  status: field(Type.Enum(keysOf(newsStatuses), { title: '状态' }), {
    editable: false,
    labels: newsStatuses,
    filter: 'many',
    column: { width: 116 },
  }),
  authorId: computed(nullable(Type.String({ ...Id, title: '作者' })), { column: false }),
  authorName: computed(Type.String({ title: '作者' }), { column: { width: 72 } }),
  reviewerName: computed(nullable(Type.String({ title: '审核人' })), { column: { width: 88, hidden: true } }),
  rejectReason: field(Type.String({ title: '退回原因' }), {
    editable: false,
    nullable: true,
    column: { width: 180, hidden: true },
  }),
  /** True when the viewer wrote it: authors cannot approve their own articles. */
  mine: computed(Type.Boolean({ title: '本人所写' }), { column: false }),
  viewCount: computed(Type.Integer({ title: '阅读量' }), { sort: true, column: { width: 72, align: 'right' } }),
  /** Projects that the viewer may name, null for all; without input: all that the author may publish to. */
  projectIds: field(Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '项目' }), {
    column: false,
    form: { hint: '只给这些项目的家属看；不选则不限' },
  }),
  /** Number of further projects that the viewer may not name. */
  otherProjects: computed(Type.Integer({ title: '其他项目数' }), { column: false }),
  publishAt: field(instantField('发布时间'), { column: false, form: { hint: '审核通过后到时发布；不填则通过即发布' } }),
  publishedAt: field(instantField('发布时间'), {
    editable: false,
    nullable: true,
    sort: true,
    filter: 'range',
    filterName: 'published',
    column: { width: 128 },
  }),
});
export type NewsRow = Static<typeof news.row>;

const Option = strict({ value: Type.String(), label: Type.String() });
const Removed = { removed: Type.Array(Type.String()) };
const Moved = strict({ id: Id, status: news.fields.status.schema, version: Type.Integer() });
const One = { id: Id };

export const newsApi = {
  getNewsList: news.list({ filters: { id: Type.Optional(Id) } }),
  getNews: news.get(),
  addNews: news.addFull({ output: Removed }),
  /** Edits a draft or an offline article, which becomes a draft that needs a new approval. */
  editNews: news.editFull({ output: Removed }),
  submitNews: post('/api/news/submitNews', { title: '提交审核', permission: 'news:add', input: One, output: Moved }),
  /** Recalls the author's article that waits for approval: it becomes a draft again. */
  recallNews: post('/api/news/recallNews', { title: '取回资讯', permission: 'news:add', input: One, output: Moved }),
  /** Publishes at once, or at a future `publishAt`. */
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
  /** enabled: online again without a new approval, since the text is unchanged; disabled: offline. */
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
      sort: Type.Optional(Sort),
      recommended: Type.Optional(Type.Boolean({ title: '推荐' })),
      pinned: Type.Optional(Type.Boolean({ title: '置顶' })),
    },
    output: NoData,
  }),
  deleteNews: news.remove(),
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
  /** Uploads a picture for the text; its URL there is `/api/file/getFile?id=…`. */
  uploadNewsPicture: post('/api/news/uploadNewsPicture', {
    title: '上传图片',
    permission: 'news:add',
    upload: true,
    input: {},
    output: strict({ fileId: Id }),
  }),
};

export const feature: Feature = {
  title: '资讯',
  endpoints: newsApi,
  resource: news,
  screens: [
    {
      path: '/manage/news',
      title: '资讯',
      icon: 'newspaper',
      group: '系统管理',
      sort: 81,
      component: 'NewsScreen',
      permission: { key: 'news:list', title: '查看资讯', roles: ['area'] },
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
