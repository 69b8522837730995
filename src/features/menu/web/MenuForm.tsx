import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { menuApi, menuTypes } from '#features/menu/contract.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { ControlProps, FieldOf, FormValues, Opening, RuleOf } from '#web/form/types.ts';
import { iconNames, MenuIcon } from '#web/shell/menu/menuIcons.tsx';
import { isKnownRoute, type Menu, parentOptions } from './types.ts';

function IconControl({ value, onChange, attributes }: ControlProps) {
  const options = iconNames.map((name) => ({
    value: name,
    label: (
      <span className="inline-flex items-center gap-1.5">
        <MenuIcon name={name} /> {name}
      </span>
    ),
  }));
  return (
    <Select
      {...attributes}
      allowClear
      showSearch
      placeholder="请选择"
      value={typeof value === 'string' ? value : undefined}
      options={options}
      onChange={(name?: string) => onChange(name)}
    />
  );
}

const isType =
  (...types: Menu['type'][]) =>
  (values: FormValues) =>
    types.includes(values.type as Menu['type']);

function urlHint({ type, url }: FormValues): string | undefined {
  if (type === 'link') return '以 http:// 或 https:// 开头，在新窗口打开';
  if (typeof url !== 'string' || url.trim() === '') return '路由，如 /customer/list';
  return isKnownRoute(url.trim()) ? undefined : '前端不存在该路由，可以保存，但打开后是空页';
}

function fieldsFor(tree: readonly Menu[], values: FormValues): FieldOf<typeof menuApi.addMenu>[] {
  const types = optionsOf(menuTypes);
  return [
    { field: 'type', label: '类型', kind: 'radio', options: types, wide: true },
    {
      field: 'parentId',
      label: '上级',
      kind: 'tree',
      options: parentOptions(tree, values.type, values.id),
      required: values.type === 'button',
      hint: values.type === 'button' ? '按钮放在菜单之下' : '不选则在最上级',
    },
    { field: 'name', label: '名称', kind: 'text', maxLength: 30 },
    {
      field: 'url',
      label: '地址',
      kind: 'text',
      maxLength: 300,
      wide: true,
      required: true,
      hint: urlHint(values),
      shown: isType('menu', 'link'),
    },
    {
      field: 'permission',
      label: '权限标识',
      kind: 'text',
      maxLength: 60,
      required: values.type === 'button',
      hint: '模块:动作 或 模块:实体:动作',
      shown: isType('menu', 'button', 'link'),
    },
    { field: 'icon', label: '图标', kind: 'custom', control: IconControl, shown: isType('dir', 'menu', 'link') },
    { field: 'sort', label: '排序', kind: 'number' },
    { field: 'visible', label: '可见', kind: 'switch', labels: ['可见', '隐藏'], shown: isType('dir', 'menu', 'link') },
    { field: 'cache', label: '缓存', kind: 'switch', hint: '切换标签后保留页面', shown: isType('menu') },
    { field: 'skipCheck', label: '免校验', kind: 'switch', hint: '不在菜单里也能打开', shown: isType('menu') },
  ];
}

const rules: RuleOf<typeof menuApi.addMenu>[] = [
  {
    field: 'url',
    rule: 'address',
    check: ({ type, url }) =>
      type === 'link' && typeof url === 'string' && !/^https?:\/\//i.test(url)
        ? '外链须以 http:// 或 https:// 开头'
        : undefined,
  },
];

const { properties } = menuApi.addMenu.input;
const contractRules = { type: 'object', properties, required: ['type', 'name'] };
const sent = ['type', 'name', 'sort', 'visible', 'cache', 'skipCheck'] as const;
const emptied = ['parentId', 'url', 'icon', 'permission'] as const;

interface Props {
  tree: readonly Menu[];
  onDone: () => Promise<void>;
  /** Loads the current entry of this id. */
  fetchLatest: (id: string) => Promise<FormValues | undefined>;
  open: Opening | undefined;
  onClosed: () => void;
}

/** Form that adds or edits an entry; leaves out fields that its type does not have. */
export function MenuForm({ tree, onDone, fetchLatest, open, onClosed }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const fields = useMemo(() => fieldsFor(tree, values), [tree, values]);
  const editing = values.id !== undefined;
  const save = (given: FormValues) => {
    const input = {
      ...Object.fromEntries(sent.filter((name) => given[name] !== undefined).map((name) => [name, given[name]])),
      ...Object.fromEntries(emptied.map((name) => [name, given[name] ?? null])),
    };
    if (!editing) return callValidated(menuApi.addMenu, input);
    return callValidated(menuApi.editMenu, { ...input, id: given.id, version: given.version });
  };
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      title={`${editing ? '编辑' : '新增'}${menuTypes[(values.type as Menu['type']) ?? 'menu'] ?? '菜单'}`}
      fields={fields}
      schema={contractRules}
      rules={rules}
      onValues={setValues}
      submit={save}
      failText={editing ? '编辑失败' : '添加失败'}
      doneText={editing ? '已保存，已登录的人随即更新' : '已新增'}
      onDone={() => void onDone()}
      fetchLatest={() => fetchLatest(String(values.id))}
      draft="menu"
    />
  );
}
