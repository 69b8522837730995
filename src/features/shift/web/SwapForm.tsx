import { useEffect, useEffectEvent, useRef } from 'react';
import { shiftApi } from '#features/shift/contract.ts';
import { now } from '#web/core/now.ts';
import { dayOf, ownZone } from '#web/data/format.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle } from '#web/form/types.ts';
import { hoursOf, type Turn } from './week.ts';

const told = (turn: Turn) =>
  `${turn.userName} · ${dayOf(turn.from, ownZone()).slice(5)} ${turn.shift} ${hoursOf(turn)}`;

interface Props {
  turn: Turn;
  /** Turns of the week that is shown. */
  others: readonly Turn[];
  onDone: () => void;
  onClosed: () => void;
}

/** With whose turn this one is exchanged. Open as long as it is mounted. */
export function SwapForm({ turn, others, onDone, onClosed }: Props) {
  const form = useRef<DialogFormHandle>(null);
  const begin = useEffectEvent(() => form.current?.open());
  useEffect(() => begin(), []);
  const options = others
    .filter(({ userId, until }) => userId !== turn.userId && Date.parse(until) > now())
    .map((one) => ({ value: one.id, label: told(one) }));
  return (
    <DialogForm
      ref={form}
      title="换班"
      size="small"
      fields={[{ kind: 'select', field: 'withId', label: '与谁换班', options, required: true, wide: true }]}
      submit={({ withId }) => callJudged(shiftApi.swapRoster, { id: turn.id, withId })}
      submitText="换班"
      failText="没有换班"
      doneText="已换班"
      onDone={onDone}
      onClosed={onClosed}
    >
      <p className="below-12 soft">{told(turn)}，与同一周的另一个班次互换人员。</p>
    </DialogForm>
  );
}
