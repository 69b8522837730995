import { keysOf, statuses } from '#shared/codes.ts';
import { Id, NoData, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { field } from '#shared/resourceField.ts';
import { type Static, Type } from '#shared/typebox.ts';

const TypeCode = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,49}$',
  maxLength: 50,
  title: '编码',
  msg: '编码以小写字母开头，只用小写字母、数字和下划线',
});
/** True: disables an item that rows still use; without it 409 with the count and the users of the item. */
const Confirm = Type.Optional(Type.Boolean({ title: '确认停用' }));
const Figure = (title: string) => Type.Number({ minimum: -1e9, maximum: 1e9, title });
const sort = field(Type.Integer({ minimum: 0, maximum: 9999, title: '排序' }), {
  defaultValue: 0,
  column: { align: 'right' },
});
/** Reason why code and kind of a type, and the type of an item, cannot be edited. */
const fixed = '新增之后不能改';
const remark = field(Type.String({ maxLength: 500, title: '备注' }), { form: { rows: 2 } });
const builtIn = field(Type.Boolean({ title: '内置' }), { defaultValue: false, editable: false });

/** Item of a dictionary list, or a parameter. */
export const item = resource('dictionary', '字典项', {
  type: field(Type.String({ ...TypeCode, title: '字典类型' }), { required: true, immutable: fixed }),
  value: field(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,50}$',
      maxLength: 50,
      title: '键值',
      msg: '键值为1-50位字母、数字、点、下划线或短横，不含空格',
    }),
    { required: true, unique: '该键值已存在' },
  ),
  label: field(Type.String({ pattern: '\\S', minLength: 1, maxLength: 50, title: '标签', msg: '请输入1-50位标签' }), {
    required: true,
  }),
  color: field(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', title: '颜色', msg: '颜色格式不正确' })),
  sort,
  isDefault: field(Type.Boolean({ title: '默认' }), { defaultValue: false, form: { hint: '每个类型只有一项' } }),
  builtIn,
  status: field(Type.Enum(keysOf(statuses), { title: '状态' }), {
    defaultValue: 'enabled',
    labels: statuses,
    form: { control: 'radio', hint: '停用后不再可选，旧数据照常显示' },
  }),
  remark,
  /** Number of a parameter. */
  amount: field(Figure('数值'), { column: { align: 'right' } }),
  unit: field(Type.String({ maxLength: 20, title: '单位' })),
  min: field(Figure('最小值')),
  max: field(Figure('最大值')),
});

const kinds = { list: '选项', parameter: '参数' } as const;

export const dictionaryType = resource(
  'dictionaryType',
  '字典类型',
  {
    name: field(Type.String({ pattern: '\\S', minLength: 1, maxLength: 30, title: '名称', msg: '请输入1-30位名称' }), {
      required: true,
    }),
    type: field(TypeCode, {
      required: true,
      dbColumn: 'code',
      unique: '该编码已存在',
      immutable: fixed,
      form: { hint: '小写字母开头，如 visit_reason' },
    }),
    kind: field(Type.Enum(keysOf(kinds), { title: '种类' }), {
      defaultValue: 'list',
      labels: kinds,
      immutable: fixed,
      form: { control: 'radio' },
    }),
    builtIn,
    /** True: items cannot be added or deleted. */
    fixed: field(Type.Boolean({ title: '内置' }), { defaultValue: false, editable: false }),
    sort,
    remark,
  },
  { of: 'dictionary' },
);

const { createdAt: _made, ...itemRow } = item.row.properties;
const Item = strict(itemRow);
export type DictionaryItem = Static<typeof Item>;

const { createdAt: _begun, ...typeRow } = dictionaryType.row.properties;
const DictionaryType = strict({ ...typeRow, items: Type.Array(Item) });
export type DictionaryType = Static<typeof DictionaryType>;

export interface DictionaryOption {
  value: string;
  label: string;
  color: string | null;
  isDefault: boolean;
  status: 'enabled' | 'disabled';
}
const Options = Type.Unsafe<Record<string, DictionaryOption[]>>({ type: 'object', additionalProperties: true });
const permission = 'dictionary:edit';

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
  /** Counts the rows that use each value of a type; unused values are left out. */
  getDictionaryUse: post('/api/dictionary/getDictionaryUse', {
    title: '字典使用情况',
    permission: 'dictionary:list',
    change: false,
    input: { type: TypeCode },
    output: Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } }),
  }),
  addDictionary: item.addFull({ permission }),
  editDictionary: item.edit({ permission, input: { confirm: Confirm } }),
  updateDictionaryStatus: item.status({ title: '启用或停用字典项', permission, input: { confirm: Confirm } }),
  deleteDictionary: item.remove({ permission }),
  addDictionaryType: dictionaryType.addFull({ permission }),
  editDictionaryType: dictionaryType.edit({ permission }),
  deleteDictionaryType: post('/api/dictionary/deleteDictionaryType', {
    title: '删除字典类型',
    permission,
    input: { id: Id },
    output: NoData,
  }),
};

export const feature: Feature = {
  title: '字典',
  labels: {
    'dictionary_type.kind': kinds,
  },
  resource: item,
  endpoints: dictionaryApi,
  screens: [
    {
      path: '/dictionary/tree',
      title: '字典',
      icon: 'book',
      group: '系统管理',
      sort: 95,
      component: 'DictionaryScreen',
      permission: { key: 'dictionary:list', title: '查看字典', roles: [] },
      buttons: [{ key: 'dictionary:edit', title: '编辑字典', roles: [] }],
    },
  ],
};
