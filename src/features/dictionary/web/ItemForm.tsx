import { lazy, type Ref, useMemo, useState } from 'react';
import { type DictionaryType, dictionaryApi } from '#features/dictionary/contract.ts';
import { call } from '#web/call/request.ts';
import { count } from '#web/data/format.ts';
import { statusOptions } from '#web/data/statusOptions.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues } from '#web/form/types.ts';
import { withNulls } from '#web/form/withNulls.ts';
import { Note } from '#web/ui/Note.tsx';

const ColorControl = lazy(() => import('./ColorControl.tsx'));

const figures = ['amount', 'unit', 'min', 'max'] as const;

const isOff = ({ status }: FormValues) => status === 'disabled';

/** What is no longer offered is not offered first. */
const derive = (values: FormValues): FormValues => (isOff(values) ? { ...values, isDefault: false } : values);

function fieldsFor(type: DictionaryType | undefined, builtIn: boolean, decimals: number): Field[] {
  const parameter = type?.kind === 'parameter';
  const bounds = () => (builtIn ? '内置参数的单位和上下限不能改' : undefined);
  const value: Field = {
    field: 'value',
    label: '键值',
    kind: 'text',
    maxLength: 50,
    required: true,
    locked: () => (builtIn ? '内置字典项的键值不能改' : undefined),
  };
  const name: Field = {
    field: 'label',
    label: parameter ? '名称' : '标签',
    kind: 'text',
    maxLength: 50,
    required: true,
  };
  const own: Field[] = parameter
    ? [
        { field: 'amount', label: '数值', kind: 'number', decimals, required: true },
        { field: 'unit', label: '单位', kind: 'text', maxLength: 20, locked: bounds },
        { field: 'min', label: '最小值', kind: 'number', decimals, locked: bounds },
        { field: 'max', label: '最大值', kind: 'number', decimals, locked: bounds },
      ]
    : [
        { field: 'color', label: '颜色', kind: 'custom', control: (props) => <ColorControl {...props} /> },
        {
          field: 'isDefault',
          label: '默认',
          kind: 'switch',
          hint: '每个类型只有一项',
          locked: (values) => (isOff(values) ? '停用的字典项不能设为默认' : undefined),
        },
        {
          field: 'status',
          label: '状态',
          kind: 'radio',
          options: statusOptions,
          hint: '停用后不再可选，旧数据照常显示',
        },
      ];
  const rest: Field[] = [
    { field: 'sort', label: '排序', kind: 'number', min: 0, max: 9999 },
    { field: 'remark', label: '备注', kind: 'textarea', maxLength: 500, rows: 2 },
  ];
  return [name, value, ...own, ...rest];
}

const { properties } = dictionaryApi.addDictionary.input;
const rules = { type: 'object', properties };

interface Props {
  type: DictionaryType | undefined;
  /** Rows that hold each value of the type; absent while they are being counted. */
  use: Readonly<Record<string, number>> | undefined;
  onDone: () => Promise<void>;
  ref: Ref<DialogFormHandle>;
}

/** Adds or edits an item of a type, or a parameter. */
export function ItemForm({ type, use, onDone, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const builtIn = values.builtIn === true;
  const editing = values.id !== undefined;
  const held = use?.[String(values.value)] ?? 0;
  const whole = [values.amount, values.min, values.max].every((one) => Number.isInteger(one ?? 0));
  const decimals = editing && whole ? 0 : 2;
  const fields = useMemo(() => fieldsFor(type, builtIn, decimals), [type, builtIn, decimals]);
  const parameter = type?.kind === 'parameter';
  const save = (given: FormValues) => {
    const names = ['label', 'value', 'sort', 'remark', ...(parameter ? figures : ['color', 'isDefault', 'status'])];
    const input = Object.fromEntries(
      names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    );
    if (!editing) return callJudged(dictionaryApi.addDictionary, { ...input, type: type?.type });
    const patch = withNulls(input, parameter ? ['unit', 'min', 'max', 'remark'] : ['color', 'remark']);
    // The form itself says how many rows hold what is about to be disabled; while it does not know yet, the server asks.
    const confirm = isOff(given) && held > 0;
    const edited = { ...patch, id: given.id, version: given.version, ...(confirm && { confirm }) };
    return callJudged(dictionaryApi.editDictionary, edited);
  };
  const what = parameter ? '参数' : '字典项';
  return (
    <DialogForm
      ref={ref}
      title={`${editing ? '编辑' : '新增'}${what}${type ? ` · ${type.name}` : ''}`}
      size="small"
      fields={fields}
      schema={rules}
      derive={derive}
      onValues={setValues}
      submit={save}
      failText={editing ? '编辑失败' : '添加失败'}
      doneText={editing ? '已保存，各处的标签随之更新' : '已新增'}
      draft={type && `dictionary.${type.type}`}
      onDone={() => void onDone()}
      newest={async () => {
        const types = await call(dictionaryApi.getDictionaryTree, {});
        void onDone();
        const found = types.flatMap(({ items }) => items).find(({ id }) => id === values.id);
        return found && { ...found, was: found.status, type: type?.type };
      }}
    >
      {isOff(values) && values.was === 'enabled' && held > 0 && (
        <Note tone="notice" className="below-12" role="status">
          有 {count(held)} 条数据在用「{String(values.label)}」：停用后旧数据照常显示它，新表单不再出现。
        </Note>
      )}
    </DialogForm>
  );
}
