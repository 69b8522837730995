import { Radio, Select, TreeSelect } from 'antd';
import type { OutputOf } from '#shared/endpoint.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { ControlProps, TreeOption } from '#web/form/types.ts';
import { type Audience, type AudienceKind, audienceKinds, type noticeApi } from '../contract.ts';

export type Options = OutputOf<typeof noticeApi.getNoticeOption>;

/** Returns the departments as a tree; those with a parent out of scope are roots. */
export function treeOf(departments: Options['departments']): TreeOption[] {
  const knownIds = new Set(departments.map(({ id }) => id));
  const below = (parent: string | null): TreeOption[] =>
    departments
      .filter(({ parentId }) => (parentId !== null && knownIds.has(parentId) ? parentId : null) === parent)
      .map(({ id, name }) => ({ value: id, title: name, children: below(id) }));
  return below(null);
}

/** Families and customers have no inbox yet: their kind is shown disabled. */
const kinds = [
  ...optionsOf(audienceKinds),
  { value: 'customerUser', label: '客户用户', disabled: true, title: '客户用户还没有收件箱' },
];

/** Field for the audience: a kind and its ids. */
export default function AudienceField({
  value,
  onChange,
  disabled,
  attributes,
  options,
}: ControlProps & { options: Options }) {
  const { kind, ids = [] } = (value as Audience | undefined) ?? { kind: undefined };
  const choose = (selected: unknown) => onChange({ kind, ids: (selected as string[] | undefined) ?? [] });
  const { id, ...aria } = attributes;
  const common = {
    value: [...ids],
    disabled,
    onChange: choose,
    allowClear: true,
    maxTagCount: 6,
    style: { width: '100%' },
  };
  return (
    <div className="audience-field flex flex-col gap-2">
      <Radio.Group
        id={id}
        {...aria}
        aria-label="接收范围"
        name={id}
        value={kind}
        disabled={disabled}
        options={kinds}
        onChange={(event) => onChange({ kind: event.target.value as AudienceKind, ids: [] })}
      />
      {kind === 'department' && (
        <TreeSelect
          {...common}
          aria-label="部门"
          multiple
          treeDefaultExpandAll
          treeData={treeOf(options.departments)}
          showSearch={{ treeNodeFilterProp: 'title' }}
          placeholder="选择部门，含下级"
        />
      )}
      {kind === 'role' && (
        <Select
          {...common}
          aria-label="角色"
          mode="multiple"
          options={options.roles}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择角色"
        />
      )}
      {kind === 'user' && (
        <Select
          {...common}
          aria-label="用户"
          mode="multiple"
          options={options.users}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择用户"
        />
      )}
    </div>
  );
}
