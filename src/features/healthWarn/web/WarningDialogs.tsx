import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf } from '#web/form/types.ts';
import { useCall } from '#web/screen/useCall.ts';
import { warningApi } from '../contract.ts';
import type { Warning } from './words.ts';

/** What a form asks for before it is done. */
export type WarningAct = 'assign' | 'ignore' | 'raise' | 'note';

interface Props {
  row: Pick<Warning, 'id' | 'customerName' | 'sentence'>;
  act: WarningAct;
  onDone: () => void;
  onClosed: () => void;
}

const reasonOf = (label: string) => ({
  ...{ kind: 'textarea' as const, label, maxLength: 500, rows: 3, required: true, wide: true, undrafted: true },
});

/** Form of an act on one warning. Open while mounted. */
export function WarningDialog({ act, ...props }: Props) {
  if (act === 'assign') return <AssignForm {...props} />;
  if (act === 'ignore') return <IgnoreForm {...props} />;
  return act === 'raise' ? <RaiseForm {...props} /> : <NoteForm {...props} />;
}

type FormProps = Omit<Props, 'act'>;

const subject = ({ customerName, sentence }: FormProps['row']) => (
  <p className="mb-3 text-text2">
    <b className="text-text">{customerName}</b> {sentence}
  </p>
);

function AssignForm({ row, onDone, onClosed }: FormProps) {
  const { data } = useCall(warningApi.getEarlyWarningHandler, { id: row.id });
  const options = (data ?? []).map(({ id, name, online }) => ({ value: id, label: online ? `${name}（在线）` : name }));
  const fields: readonly FieldOf<typeof warningApi.assignEarlyWarning>[] = [
    { kind: 'select', field: 'userId', label: '分配给', options, required: true, wide: true },
  ];
  return (
    <DialogForm
      open
      endpoint={warningApi.assignEarlyWarning}
      title="分配预警"
      size="small"
      fields={fields}
      initial={{ id: row.id }}
      submitText="分配"
      failText="没有分配"
      doneText="已分配，已通知对方"
      onDone={onDone}
      onClosed={onClosed}
    >
      {subject(row)}
    </DialogForm>
  );
}

const ignoreFields: readonly FieldOf<typeof warningApi.ignoreEarlyWarning>[] = [
  { ...reasonOf('忽略原因'), field: 'reason' },
];

function IgnoreForm({ row, onDone, onClosed }: FormProps) {
  return (
    <DialogForm
      open
      endpoint={warningApi.ignoreEarlyWarning}
      title="忽略预警"
      size="small"
      fields={ignoreFields}
      initial={{ id: row.id }}
      submitText="忽略"
      failText="没有忽略"
      doneText="已忽略"
      onDone={onDone}
      onClosed={onClosed}
    >
      {subject(row)}
    </DialogForm>
  );
}

const raiseFields: readonly FieldOf<typeof warningApi.raiseEarlyWarning>[] = [
  { ...reasonOf('升级原因'), field: 'reason' },
];

function RaiseForm({ row, onDone, onClosed }: FormProps) {
  return (
    <DialogForm
      open
      endpoint={warningApi.raiseEarlyWarning}
      title="升级为 SOS"
      size="small"
      fields={raiseFields}
      initial={{ id: row.id }}
      submitText="升级并响铃"
      failText="没有升级"
      doneText="已升级为 SOS，接警台响铃"
      onDone={onDone}
      onClosed={onClosed}
    >
      {subject(row)}
      <p className="mb-3 text-text2">接警台按 1 级告警响铃，这条预警由接警台处理。</p>
    </DialogForm>
  );
}

const noteFields: readonly FieldOf<typeof warningApi.noteEarlyWarning>[] = [{ ...reasonOf('备注'), field: 'note' }];

function NoteForm({ row, onDone, onClosed }: FormProps) {
  return (
    <DialogForm
      open
      endpoint={warningApi.noteEarlyWarning}
      title="加备注"
      size="small"
      fields={noteFields}
      initial={{ id: row.id }}
      submitText="加备注"
      failText="备注没有保存"
      doneText="已加备注"
      onDone={onDone}
      onClosed={onClosed}
    />
  );
}
