import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormProps, FieldOf } from '#web/form/types.ts';
import { roleApi } from '../contract.ts';

const fields: readonly FieldOf<typeof roleApi.copyRole>[] = [
  { kind: 'text', field: 'name', label: '名称', required: true, maxLength: 30, wide: true },
  {
    kind: 'text',
    field: 'key',
    label: '标识',
    required: true,
    maxLength: 40,
    wide: true,
    hint: '以字母开头，创建后不可修改',
  },
];

/** Form for copying menus, buttons and data scope under another name; the copy has no holders yet. */
export function CopyForm(props: Pick<DialogFormProps, 'open' | 'onClosed'> & { onDone: () => void }) {
  return (
    <DialogForm
      {...props}
      title="复制角色"
      size="small"
      fields={fields}
      endpoint={roleApi.copyRole}
      submitText="复制"
      failText="复制失败"
      doneText="角色已复制，还没有用户"
      draft="roleCopy"
    />
  );
}
