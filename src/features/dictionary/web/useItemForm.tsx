import { lazy, useState } from 'react';
import { type DictionaryItem, type DictionaryType, dictionaryApi, item } from '#features/dictionary/contract.ts';
import { neededWhy } from '#shared/dictionary.ts';
import { callApi } from '#web/api/request.ts';
import type { FormOptions } from '#web/crud/types.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { count } from '#web/data/format.ts';
import type { FormValues } from '#web/form/types.ts';
import { Callout } from '#web/ui/Callout.tsx';

const ColorControl = lazy(() => import('./ColorControl.tsx'));

type Form = FormOptions<typeof dictionaryApi.addDictionary, typeof dictionaryApi.editDictionary>;

const orders: Record<DictionaryType['kind'], NonNullable<Form['order']>> = {
  list: ['label', 'value', 'color', 'isDefault', 'status', 'sort', 'remark'],
  parameter: ['label', 'value', 'amount', 'unit', 'min', 'max', 'sort', 'remark'],
};

const isOff = ({ status }: FormValues) => status === 'disabled';

/** Clears the default flag of a disabled item. */
const derive = (values: FormValues): FormValues => (isOff(values) ? { ...values, isDefault: false } : values);

/** Returns field overrides for an item of this kind; a parameter with whole numbers takes no decimals. */
function fieldsOf(kind: DictionaryType['kind'], editing: DictionaryItem | undefined): NonNullable<Form['fields']> {
  const builtIn = editing?.builtIn === true;
  const value = { locked: () => (builtIn ? '内置字典项的键值不能改' : undefined) };
  if (kind === 'list')
    return {
      value,
      color: { control: (props) => <ColorControl {...props} /> },
      status: { locked: () => (editing?.status === 'enabled' ? neededWhy(editing.type, editing.value) : undefined) },
      isDefault: { locked: (values) => (isOff(values) ? '停用的字典项不能设为默认' : undefined) },
    };
  const integersOnly =
    editing && [editing.amount, editing.min, editing.max].every((figure) => Number.isInteger(figure ?? 0));
  const decimals = integersOnly ? 0 : 2;
  const locked = () => (builtIn ? '内置参数的单位和上下限不能改' : undefined);
  return {
    value,
    label: { label: '名称' },
    amount: { decimals, required: true },
    unit: { locked },
    min: { decimals, locked },
    max: { decimals, locked },
  };
}

const endpoints = { add: dictionaryApi.addDictionary, edit: dictionaryApi.editDictionary };

async function read(id: string): Promise<DictionaryItem | undefined> {
  const types = await callApi(dictionaryApi.getDictionaryTree, {});
  return types.flatMap(({ items }) => items).find((row) => row.id === id);
}

/**
 * Form of an item of a type, or of a parameter.
 * @param use count of rows that use each value of the type; absent while loading
 */
export function useItemForm(
  type: DictionaryType | undefined,
  use: Readonly<Record<string, number>> | undefined,
  reload: () => void,
) {
  const [values, onValues] = useState<FormValues>({});
  const { kind = 'list', name, type: code } = type ?? {};
  const what = kind === 'parameter' ? '参数' : item.title;
  const form = (editing: DictionaryItem | undefined) => {
    const held = (editing && use?.[editing.value]) ?? 0;
    return {
      size: 'small' as const,
      titleOf: () => `${editing ? '编辑' : '新增'}${what}${name ? ` · ${name}` : ''}`,
      fields: fieldsOf(kind, editing),
      order: orders[kind],
      draft: `${item.name}.${code}`,
      derive,
      onValues,
      // The form shows how many rows use the disabled item. While the count loads, the server asks.
      inputOf: (input: FormValues) => (isOff(input) && held > 0 ? { ...input, confirm: true } : input),
      doneTexts: { added: '已新增', edited: '已保存，各处的标签随之更新' },
      children: isOff(values) && editing?.status === 'enabled' && held > 0 && (
        <Callout tone="notice" className="mb-3" role="status">
          有 {count(held)} 条数据在用「{String(values.label)}」：停用后旧数据照常显示它，新表单不再出现。
        </Callout>
      ),
    };
  };
  return useRecordForm({ resource: item, endpoints, read, form }, reload);
}
