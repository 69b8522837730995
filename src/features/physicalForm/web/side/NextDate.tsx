import dayjs from 'dayjs';
import { lazy, Suspense, useId, useState } from 'react';
import type { ExamForm } from '../useExamForm.ts';
import { monthsLater } from './monthsLater.ts';

const DateBox = lazy(() => import('#web/form/fields/DateBox.tsx'));

/** Offered distances to the next examination. */
const distances = [
  { months: 3, label: '3 月' },
  { months: 6, label: '半年' },
  { months: 12, label: '1 年' },
];

const show = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' });
};

/**
 * Day of the next examination, typed or so many months later; saved at once where it is after this one. And whether a
 * follow-up is generated on submitting.
 */
export function NextDate({ form: { entry, record, editable, followsUp, setFollowsUp } }: { form: ExamForm }) {
  const id = useId();
  const stored = entry.facts.nextDate;
  /** A day that cannot be stored. */
  const [early, setEarly] = useState<string>();
  const shown = early ?? stored;
  if (!editable) return <p className="text-[13px]">下次体检 {stored ?? '没有定'}</p>;
  const store = (next: string | null) => {
    const isEarly = next !== null && next <= record.date;
    setEarly(isEarly ? next : undefined);
    if (!isEarly && next !== stored) entry.storeFact('nextDate', next);
  };
  return (
    <section className="grid gap-1">
      <span className="flex items-center flex-wrap gap-2 text-[13px]">
        <label htmlFor={id}>
          下次<span className="sr-only">体检日期</span>
        </label>
        <Suspense fallback={<span className="inline-block w-34 h-8" />}>
          <DateBox
            id={id}
            className="w-34"
            value={shown === null ? null : dayjs(shown)}
            format="YYYY-MM-DD"
            placeholder="选择日期"
            {...(early !== undefined && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}-under` })}
            onChange={(day) => store(day?.format('YYYY-MM-DD') ?? null)}
          />
        </Suspense>
        {distances.map(({ months, label }) => (
          <button
            key={months}
            type="button"
            className="exam-phrase rounded-sm text-xs"
            onClick={() => store(monthsLater(record.date, months))}
          >
            {label}后
          </button>
        ))}
        <label className="inline-flex items-center gap-1.5 ml-auto" title="提交后填写回访内容">
          <input
            type="checkbox"
            className="tick flex-none bg-container rounded-sm border border-edge"
            checked={followsUp}
            onChange={({ target }) => setFollowsUp(target.checked)}
          />
          生成随访
        </label>
      </span>
      {early !== undefined && (
        <small ref={show} id={`${id}-under`} role="alert" className="text-xs text-level1-text">
          下次体检应晚于 {record.date}
        </small>
      )}
    </section>
  );
}
