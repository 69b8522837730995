import { useState } from 'react';
import type { ExamForm } from '../useExamForm.ts';

/** Offered distances to the next examination. */
const distances = [
  { months: 3, label: '3 月' },
  { months: 6, label: '半年' },
  { months: 12, label: '1 年' },
];
const lastDay = '2999-12-31';

/** Returns the day so many months later; the last of a shorter month. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${String(Math.min(date, last)).padStart(2, '0')}`;
}

/** Day of the next examination, typed or so many months later. */
export function NextDate({ form: { entry, record, editable } }: { form: ExamForm }) {
  const stored = entry.facts.nextDate;
  const [typed, setTyped] = useState<string>();
  const value = typed ?? stored ?? '';
  const isEarly = value !== '' && value <= record.date;
  if (!editable) return <p className="text-[13px]">下次体检 {stored ?? '没有定'}</p>;
  const store = (next: string) => {
    setTyped(undefined);
    if ((next || null) !== stored) entry.storeFact('nextDate', next || null);
  };
  return (
    <section className="grid gap-1">
      <span className="flex items-center flex-wrap gap-2 text-[13px]">
        <span aria-hidden>下次</span>
        <input
          type="date"
          aria-label="下次体检日期"
          aria-invalid={isEarly || undefined}
          className="exam-box exam-date"
          min={record.date}
          max={lastDay}
          value={value}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => typed !== undefined && !isEarly && store(typed)}
        />
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
      </span>
      {isEarly && (
        <small role="alert" className="text-xs text-level1-text">
          下次体检应晚于 {record.date}
        </small>
      )}
    </section>
  );
}
