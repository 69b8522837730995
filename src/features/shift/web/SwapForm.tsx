import { shiftApi } from '#features/shift/contract.ts';
import { ApiError } from '#web/api/request.ts';
import { now } from '#web/core/now.ts';
import { dayOf, ownZone } from '#web/data/format.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { box } from '#web/message/message.tsx';
import { hoursOf, type Turn } from './week.ts';

const turnText = (turn: Turn) =>
  `${turn.userName} · ${dayOf(turn.from, ownZone()).slice(5)} ${turn.shift} ${hoursOf(turn)}`;

const longShiftBox = { title: '连续值班超过12小时', ok: '仍要换班', cancel: '不换', level: 'warning' } as const;

const isLongRun = ({ data }: ApiError) => (data as { longRun?: unknown } | null)?.longRun === true;

interface Props {
  turn: Turn;
  /** Current turns of the displayed week. */
  others: readonly Turn[];
  onDone: () => void;
  onClosed: () => void;
}

/** Form for the turn to swap with. Open as long as it is mounted. */
export function SwapForm({ turn, others, onDone, onClosed }: Props) {
  const current = (id: unknown) => others.find((one) => one.id === id);
  const swap = (values: FormValues, acceptLong?: true): Promise<unknown> =>
    callValidated(shiftApi.swapRoster, {
      ...{ id: turn.id, version: current(turn.id)?.version ?? turn.version },
      ...{ withId: values.withId, withVersion: current(values.withId)?.version, acceptLong },
    }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      if (isLongRun(error) && (await box.confirm(`${error.msg}。仍要换班？`, longShiftBox))) return swap(values, true);
      // Reloads both turns for a user who goes on.
      onDone();
      throw error;
    });
  const options = others
    .filter(({ userId, until }) => userId !== (current(turn.id) ?? turn).userId && Date.parse(until) > now())
    .map((one) => ({ value: one.id, label: turnText(one) }));
  return (
    <DialogForm
      open
      title="换班"
      size="small"
      fields={
        [{ kind: 'select', field: 'withId', label: '与谁换班', options, required: true, wide: true }] satisfies FieldOf<
          typeof shiftApi.swapRoster
        >[]
      }
      submit={(values) => swap(values)}
      submitText="换班"
      failText="没有换班"
      doneText="已换班"
      onDone={onDone}
      onClosed={onClosed}
    >
      <p className="mb-3 text-text2">{turnText(current(turn.id) ?? turn)}，与同一周的另一个班次互换人员。</p>
    </DialogForm>
  );
}
