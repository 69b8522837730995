import { type Ref, useMemo, useState } from 'react';
import { dictionaryApi } from '#features/dictionary/contract.ts';
import { call } from '#web/call/request.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues } from '#web/form/types.ts';
import { withNulls } from '#web/form/withNulls.ts';

const kinds = [
  { value: 'list', label: '选项' },
  { value: 'parameter', label: '参数' },
];

function fieldsFor(editing: boolean): Field[] {
  const fixed = () => (editing ? '新增之后不能改' : undefined);
  return [
    { field: 'name', label: '名称', kind: 'text', maxLength: 30, required: true },
    {
      field: 'type',
      label: '编码',
      kind: 'text',
      maxLength: 50,
      required: true,
      locked: fixed,
      hint: '小写字母开头，如 visit_reason',
    },
    { field: 'kind', label: '种类', kind: 'radio', options: kinds, locked: fixed },
    { field: 'sort', label: '排序', kind: 'number', min: 0, max: 9999 },
    { field: 'remark', label: '备注', kind: 'textarea', maxLength: 500, rows: 2 },
  ];
}

const { properties } = dictionaryApi.addDictionaryType.input;
const rules = { type: 'object', properties };

interface Props {
  /** The code of a new type, undefined after an edit. */
  onDone: (type: string | undefined) => Promise<void>;
  ref: Ref<DialogFormHandle>;
}

/** Adds or edits a type; its code stays as it was made. */
export function TypeForm({ onDone, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const editing = values.id !== undefined;
  const fields = useMemo(() => fieldsFor(editing), [editing]);
  const save = async ({ id, version, name, type, kind, sort, remark }: FormValues) => {
    if (editing) {
      const patch = withNulls(
        { name, ...(sort === undefined ? {} : { sort }), ...(remark === undefined ? {} : { remark }) },
        ['remark'],
      );
      await callJudged(dictionaryApi.editDictionaryType, { ...patch, id, version });
      return undefined;
    }
    await callJudged(dictionaryApi.addDictionaryType, { name, type, kind, sort, remark });
    return String(type);
  };
  return (
    <DialogForm
      ref={ref}
      title={editing ? '编辑字典类型' : '新增字典类型'}
      size="small"
      fields={fields}
      schema={rules}
      onValues={setValues}
      submit={save}
      failText={editing ? '编辑失败' : '添加失败'}
      doneText="已保存"
      draft="dictionaryType"
      onDone={(type) => void onDone(type)}
      newest={async () => {
        const types = await call(dictionaryApi.getDictionaryTree, {});
        void onDone(undefined);
        const found = types.find(({ id }) => id === values.id);
        return found && { ...found };
      }}
    />
  );
}
