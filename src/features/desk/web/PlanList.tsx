import { useEffect, useRef, useState } from 'react';
import { deskApi } from '#features/desk/contract.ts';
import type { RunAction, WarnDetail } from '#features/warn/web/service.ts';
import { callApi } from '#web/api/request.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { listTime } from '#web/data/format.ts';
import { type PlanItem, planItems, planNote } from './responsePlan.ts';

interface RowProps {
  item: PlanItem;
  disabled: boolean;
  onDone: (answer: string) => Promise<boolean>;
}

function PlanRow({ item, disabled, onDone }: RowProps) {
  const [answer, setAnswer] = useState('');
  const done = item.answer !== null && !item.partly;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = item.partly;
  }, [item.partly]);
  const save = async () => {
    if (await onDone(answer)) setAnswer('');
  };
  return (
    <li className="grid items-center gap-2">
      <label className="flex items-center gap-2.5">
        <input
          ref={box}
          type="checkbox"
          checked={done}
          disabled={disabled && !done}
          aria-readonly={done}
          title={done ? (item.at === null ? '由呼叫和派单的记录得出' : '已记入时间线') : undefined}
          onChange={() => !done && void save()}
        />
        {item.title}
      </label>
      {done ? (
        <span
          className={item.answer === '已做' ? 'quiet' : undefined}
          title={item.at === null ? (item.answer ?? '') : `${item.by ?? ''} ${listTime(item.at)}`}
        >
          {item.answer}
        </span>
      ) : (
        <input
          type="text"
          className="w-full h-6"
          aria-label={`${item.title}的结果`}
          placeholder={item.answer ?? '记下结果'}
          maxLength={400}
          value={answer}
          disabled={disabled}
          onChange={(event) => setAnswer(event.target.value)}
          onKeyDown={(event) =>
            event.key === 'Enter' && !event.nativeEvent.isComposing && answer.trim() !== '' && void save()
          }
        />
      )}
    </li>
  );
}

/**
 * Response plan of the type. Calls, dispatches and arrivals tick their steps; a manual tick or answer becomes a note
 * with user and time.
 */
export function PlanList({ detail, disabled, run }: { detail: WarnDetail; disabled: boolean; run: RunAction }) {
  const items = planItems(detail);
  if (items.length === 0) return null;
  const done = items.filter((item) => item.answer !== null && !item.partly).length;
  const note = (title: string, answer: string) =>
    run(() => callApi(deskApi.addWarnNote, { id: detail.id, note: planNote(title, answer) }));
  return (
    <section className="plan px-4 py-2.5 border-b border-line" aria-label="预案">
      <h3 className="title-line">
        预案 · {warnTypes[detail.type]}{' '}
        <small className="text-[13px]">
          {done} / {items.length}
        </small>
      </h3>
      <ul>
        {items.map((item) => (
          <PlanRow key={item.title} item={item} disabled={disabled} onDone={(answer) => note(item.title, answer)} />
        ))}
      </ul>
    </section>
  );
}
