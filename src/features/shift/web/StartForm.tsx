import { handoverApi } from '#features/handover/contract.ts';
import { shiftApi } from '#features/shift/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { useSession } from '#web/api/session.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, Opening } from '#web/form/types.ts';
import { useCall } from '#web/screen/useCall.ts';
import { userOptions } from './TurnForm.tsx';

interface Props {
  onDone: (sheet: OutputOf<typeof handoverApi.startHandover>) => void;
  open: Opening | undefined;
  onClosed: () => void;
}

/** Form for the user who takes over the shift; the sheet is filled automatically. */
export function StartForm({ onDone, open, onClosed }: Props) {
  const userId = useSession().user?.id;
  const { data } = useCall(shiftApi.getRosterChoice, {}, { first: true });
  const users = (data?.people ?? []).filter((user) => user.userId !== userId);
  return (
    <DialogForm
      open={open}
      onClosed={onClosed}
      title="交班"
      size="small"
      fields={
        [
          {
            kind: 'select',
            field: 'userId',
            label: '接班人',
            options: userOptions(users),
            required: true,
            wide: true,
          },
          { kind: 'textarea', field: 'note', label: '备注', maxLength: 500, wide: true, rows: 3 },
        ] satisfies FieldOf<typeof handoverApi.startHandover>[]
      }
      submit={(values) => callValidated(handoverApi.startHandover, values)}
      submitText="填写交接单"
      failText="没有填写"
      doneText="交接单已填好，核对后签字"
      onDone={onDone}
    >
      <p className="mb-3 text-text2">数字、未结告警和待回访按本班情况自动填写；还没签完的交接单会重新填写。</p>
    </DialogForm>
  );
}
