import { useMemo } from 'react';
import { isAbnormal } from '../entry/rows.ts';
import { ReportPanel } from '../report/ReportPanel.tsx';
import type { ExamForm } from '../useExamForm.ts';
import { AbnormalList } from './AbnormalList.tsx';
import { NextDate } from './NextDate.tsx';
import { advicePhrases, conclusionPhrases } from './phrases.ts';
import { WordsField } from './WordsField.tsx';

/** What is abnormal, the words about it, the next day, and the original report. */
export function SidePanel({ form }: { form: ExamForm }) {
  const { rows, record } = form;
  const hasFormer = record.before.length > 0;
  const findings = useMemo(() => {
    const abnormal = [...rows.values()].filter(isAbnormal).map(({ item }) => item.code);
    return { abnormal: new Set(abnormal), hasFormer };
  }, [rows, hasFormer]);
  return (
    <aside
      className="exam-aside flex flex-col gap-3 overflow-y-auto px-4 py-3 border-l border-line"
      aria-label="异常、结论与报告"
    >
      <AbnormalList form={form} />
      <WordsField {...{ form, findings }} fact="conclusion" label="结论" phrases={conclusionPhrases} />
      <WordsField {...{ form, findings }} fact="advice" label="建议" phrases={advicePhrases} />
      <NextDate form={form} />
      <ReportPanel form={form} />
    </aside>
  );
}
