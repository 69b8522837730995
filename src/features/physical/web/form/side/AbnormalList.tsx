import { flagSigns } from '#shared/physical/rangeWords.ts';
import { Button } from '#web/ui/Button.tsx';
import { isAbnormal, numberWords, type Row, resultOf, resultWords } from '../entry/rows.ts';
import type { ExamForm } from '../useExamForm.ts';

/** Returns a result in words, a number with the decimals of its item. */
const wordsOf = ({ item, value, ...row }: Row): string =>
  value === null ? resultWords(item, resultOf({ item, value, ...row })) : numberWords(item, value);

/** What is out of its range with the last result; each leads to its field. */
export function AbnormalList({ form: { rows, record, toField } }: { form: ExamForm }) {
  const [last] = record.before;
  const abnormal = [...rows.values()].filter(isAbnormal);
  const lastOf = (code: string) => last?.items.find((item) => item.code === code);
  return (
    <section aria-labelledby="exam-abnormal">
      <h2 id="exam-abnormal" className="flex items-baseline gap-2 text-[13px] leading-5">
        异常
        <span className="font-normal text-text2">
          {abnormal.length} 项{last && `，去年 ${last.abnormal} 项`}
        </span>
        {last && <span className="ml-auto font-normal text-xs text-text2">去年</span>}
      </h2>
      {abnormal.length === 0 ? (
        <p className="text-[13px] text-text2">填好的项目都在参考区间内</p>
      ) : (
        <ul className="exam-abnormal p-0">
          {abnormal.map((row) => {
            const { item, flag } = row;
            return (
              <li key={item.code} className="flex items-baseline gap-2 py-1 border-b border-line text-[13px]">
                {item.computed ? (
                  <span className="exam-abnormal-name">{item.label}</span>
                ) : (
                  <Button kind="link" className="exam-abnormal-name text-left" onClick={() => toField(item.code)}>
                    {item.label}
                  </Button>
                )}
                <span className="min-w-0 wrap-anywhere">
                  {flag !== 'abnormal' && <b className="text-level2-text">{flagSigns[flag]} </b>}
                  <b>{wordsOf(row)}</b> <small className="text-text2">{item.unit}</small>
                  <span className="sr-only">{flag === 'high' ? '偏高' : flag === 'low' ? '偏低' : '异常'}</span>
                </span>
                <span className="ml-auto flex-none text-xs text-text2">
                  {resultWords(item, lastOf(item.code)) || '—'}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
