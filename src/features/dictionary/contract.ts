import { Id, Nothing, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { type Static, Type } from '#shared/typebox.ts';

const TypeCode = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,49}$',
  title: '编码',
  msg: '编码以小写字母开头，只用小写字母、数字和下划线',
});
const Version = Type.Integer({ minimum: 1, title: '版本' });
const Remark = Type.Optional(nullable(Type.String({ maxLength: 500, title: '备注' })));
const Figure = (title: string) => Type.Optional(nullable(Type.Number({ minimum: -1e9, maximum: 1e9, title })));

const Status = Type.Enum(['enabled', 'disabled'], { title: '状态' });
/** An item that rows hold is disabled only with it: 409 with the count and who holds it otherwise. */
const Confirm = Type.Optional(Type.Boolean({ title: '确认停用' }));

const itemFields = {
  label: Type.String({ pattern: '\\S', minLength: 1, maxLength: 50, title: '标签', msg: '请输入1-50位标签' }),
  color: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', title: '颜色', msg: '颜色格式不正确' }))),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 9999, title: '排序' })),
  isDefault: Type.Optional(Type.Boolean({ title: '默认' })),
  status: Type.Optional(Status),
  remark: Remark,
  /** Of a parameter. */
  amount: Figure('数值'),
  unit: Type.Optional(nullable(Type.String({ maxLength: 20, title: '单位' }))),
  min: Figure('最小值'),
  max: Figure('最大值'),
};
const Value = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,50}$',
  title: '键值',
  msg: '键值为1-50位字母、数字、点、下划线或短横，不含空格',
});

const Item = strict({
  id: Id,
  value: Type.String(),
  label: Type.String(),
  color: nullable(Type.String()),
  sort: Type.Integer(),
  isDefault: Type.Boolean(),
  builtIn: Type.Boolean(),
  status: Type.String(),
  remark: nullable(Type.String()),
  amount: nullable(Type.Number()),
  unit: nullable(Type.String()),
  min: nullable(Type.Number()),
  max: nullable(Type.Number()),
  version: Type.Integer(),
});
export type DictionaryItem = Static<typeof Item>;

const DictionaryType = strict({
  id: Id,
  type: Type.String(),
  name: Type.String(),
  kind: Type.Enum(['list', 'parameter']),
  builtIn: Type.Boolean(),
  /** Values neither come nor go. */
  fixed: Type.Boolean(),
  sort: Type.Integer(),
  remark: nullable(Type.String()),
  version: Type.Integer(),
  items: Type.Array(Item),
});
export type DictionaryType = Static<typeof DictionaryType>;

export interface DictionaryOption {
  value: string;
  label: string;
  color: string | null;
  isDefault: boolean;
  status: 'enabled' | 'disabled';
}
const Options = Type.Unsafe<Record<string, DictionaryOption[]>>({ type: 'object', additionalProperties: true });
const Changed = strict({ id: Id, version: Type.Integer() });

export const dictionaryApi = {
  getDictionaryTree: post('/api/dictionary/getDictionaryTree', {
    title: '字典树',
    permission: 'dictionary:list',
    change: false,
    input: {},
    output: Type.Array(DictionaryType),
  }),
  getDictionaryOption: post('/api/dictionary/getDictionaryOption', {
    title: '字典选项',
    permission: 'login',
    change: false,
    input: { types: Type.Array(TypeCode, { minItems: 1, maxItems: 100, title: '字典类型' }) },
    output: Options,
  }),
  /** How many rows hold each value of a type; values that none holds are left out. */
  getDictionaryUse: post('/api/dictionary/getDictionaryUse', {
    title: '字典使用情况',
    permission: 'dictionary:list',
    change: false,
    input: { type: TypeCode },
    output: Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } }),
  }),
  addDictionary: post('/api/dictionary/addDictionary', {
    title: '新增字典项',
    permission: 'dictionary:edit',
    input: { type: Type.String({ ...TypeCode, title: '字典类型' }), value: Value, ...itemFields },
    output: Changed,
  }),
  editDictionary: post('/api/dictionary/editDictionary', {
    title: '编辑字典项',
    permission: 'dictionary:edit',
    input: {
      id: Id,
      version: Version,
      ...itemFields,
      label: Type.Optional(itemFields.label),
      value: Type.Optional(Value),
      confirm: Confirm,
    },
    output: Changed,
  }),
  updateDictionaryStatus: post('/api/dictionary/updateDictionaryStatus', {
    title: '启用或停用字典项',
    permission: 'dictionary:edit',
    input: { id: Id, status: Status, confirm: Confirm },
    output: Changed,
  }),
  deleteDictionary: post('/api/dictionary/deleteDictionary', {
    title: '删除字典项',
    permission: 'dictionary:edit',
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true, title: '字典项' }) },
    output: Nothing,
  }),
  addDictionaryType: post('/api/dictionary/addDictionaryType', {
    title: '新增字典类型',
    permission: 'dictionary:edit',
    input: {
      type: TypeCode,
      name: Type.String({ pattern: '\\S', minLength: 1, maxLength: 30, title: '名称', msg: '请输入1-30位名称' }),
      kind: Type.Optional(Type.Enum(['list', 'parameter'], { title: '种类' })),
      sort: itemFields.sort,
      remark: Remark,
    },
    output: Changed,
  }),
  editDictionaryType: post('/api/dictionary/editDictionaryType', {
    title: '编辑字典类型',
    permission: 'dictionary:edit',
    input: {
      id: Id,
      version: Version,
      name: Type.Optional(
        Type.String({ pattern: '\\S', minLength: 1, maxLength: 30, title: '名称', msg: '请输入1-30位名称' }),
      ),
      sort: itemFields.sort,
      remark: Remark,
    },
    output: Changed,
  }),
  deleteDictionaryType: post('/api/dictionary/deleteDictionaryType', {
    title: '删除字典类型',
    permission: 'dictionary:edit',
    input: { id: Id },
    output: Nothing,
  }),
};

export const feature: Feature = {
  title: '字典',
  endpoints: dictionaryApi,
  screens: [
    {
      path: '/dictionary/tree',
      title: '字典',
      icon: 'book',
      group: '系统管理',
      sort: 95,
      component: 'DictionaryScreen',
      right: { key: 'dictionary:list', title: '查看字典', roles: [] },
      buttons: [{ key: 'dictionary:edit', title: '编辑字典', roles: [] }],
    },
  ],
};
