import { type Static, Type } from '#shared/typebox.ts';
import { Id, NoData, nullable, post, strict } from '../endpoint.ts';

const ListName = Type.String({ pattern: '^[a-z][a-zA-Z0-9_./-]{0,60}$', title: '列表' });
const Name = Type.String({
  minLength: 1,
  maxLength: 20,
  pattern: '\\S',
  title: '视图名称',
  msg: '视图名称须为1至20字',
});
const Version = Type.Integer({ minimum: 1, title: '版本' });

/** Filters, sort, columns and density of a list. */
export const ViewState = strict(
  {
    /** Filters as in the URL: field and text. */
    filters: Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 500 }), { title: '筛选' }),
    sort: Type.Optional(
      Type.Array(
        strict({
          field: Type.String({ maxLength: 40, title: '排序字段' }),
          order: Type.Enum(['asc', 'desc'], { title: '排序方向' }),
        }),
        { maxItems: 5, title: '排序' },
      ),
    ),
    /** Column keys in order; empty: as the screen declares. */
    columns: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 60, title: '列' })),
    density: Type.Optional(Type.Enum(['small', 'medium', 'large'], { title: '密度' })),
  },
  '视图内容',
);
export type ViewState = Static<typeof ViewState>;

export const SavedView = strict({
  id: Id,
  list: Type.String(),
  name: Type.String(),
  state: ViewState,
  roleIds: Type.Array(Id),
  /** Names of the roles, in their order. */
  roleNames: Type.Array(Type.String()),
  /** The viewer owns it; another user's view is shared with one of the viewer's roles. */
  mine: Type.Boolean(),
  ownerName: nullable(Type.String()),
  version: Version,
});
export type SavedView = Static<typeof SavedView>;

const roleIds = Type.Array(Id, { maxItems: 50, uniqueItems: true, title: '共享给角色' });

/** Endpoints of saved views; shared, as every table has them. */
export const savedViewApi = {
  getViewList: post('/api/view/getViewList', {
    title: '视图列表',
    permission: 'login',
    change: false,
    input: { list: ListName },
    output: Type.Array(SavedView),
  }),
  addView: post('/api/view/addView', {
    title: '存为视图',
    permission: 'login',
    input: { list: ListName, name: Name, state: ViewState, roleIds: Type.Optional(roleIds) },
    output: strict({ id: Id }),
  }),
  editView: post('/api/view/editView', {
    title: '修改视图',
    permission: 'login',
    input: {
      id: Id,
      version: Version,
      name: Type.Optional(Name),
      state: Type.Optional(ViewState),
      roleIds: Type.Optional(roleIds),
    },
    output: strict({ id: Id, version: Version }),
  }),
  deleteView: post('/api/view/deleteView', {
    title: '删除视图',
    permission: 'login',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 50, title: '视图' }) },
    output: NoData,
  }),
  /** Returns the roles to share a view with: the viewer's own, or all for an administrator. */
  getViewRole: post('/api/view/getViewRole', {
    title: '可共享的角色',
    permission: 'login',
    change: false,
    input: {},
    output: Type.Array(strict({ id: Id, name: Type.String() })),
  }),
};
