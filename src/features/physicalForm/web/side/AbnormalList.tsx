import { physicalFlags } from '#shared/physical/catalogue.ts';
import { flagSigns } from '#shared/physical/rangeWords.ts';
import { missing } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { isAbnormal, type Row, resultOf, resultWords } from '../entry/rows.ts';
import { lastLabel } from '../personText.ts';
import type { ExamForm } from '../useExamForm.ts';

interface AbnormalProps {
  row: Row;
  /** The last result in words; empty without one. */
  last: string;
  onOpen: () => void;
}

/** One abnormal item: the sign, the result, and the last one. */
function Abnormal({ row, last, onOpen }: AbnormalProps) {
  const { item, flag } = row;
  const words = resultWords(item, resultOf(row));
  return (
    <li className="flex items-baseline gap-2 py-1 border-b border-line text-[13px]">
      {item.computed ? (
        <span className="flex-none w-22 truncate text-text">{item.label}</span>
      ) : (
        <Button kind="link" className="flex-none w-22 truncate text-text text-left max-md:min-h-11" onClick={onOpen}>
          {item.label}
        </Button>
      )}
      <span className="min-w-0 wrap-anywhere">
        {flag !== 'abnormal' && <b className="text-level2-text">{flagSigns[flag]} </b>}
        <b>{words}</b> <small className="text-text2">{item.unit}</small>
        <span className="sr-only">{physicalFlags[flag]}</span>
      </span>
      <span className="max-w-18 truncate ml-auto flex-none text-xs text-text2" title={last || undefined}>
        {last === words ? '同' : last || missing}
      </span>
    </li>
  );
}

/** What is out of its range with the last result; each leads to its field. */
export function AbnormalList({ form: { rows, record, toField } }: { form: ExamForm }) {
  const [last] = record.before;
  const abnormal = [...rows.values()].filter(isAbnormal);
  const isBlank = [...rows.values()].every((row) => row.isEmpty);
  const lastOf = (code: string) => last?.items.find((item) => item.code === code);
  return (
    <section aria-labelledby="exam-abnormal">
      <h2 id="exam-abnormal" className="mb-1 flex items-baseline gap-2 text-[13px] leading-5">
        异常
        <span className="font-normal text-text2">
          {abnormal.length} 项{last && `，${lastLabel(record)} ${last.abnormal} 项`}
        </span>
        {last && <span className="ml-auto font-normal text-xs text-text2">{lastLabel(record)}</span>}
      </h2>
      {abnormal.length === 0 ? (
        <p className="text-[13px] text-text2">
          {isBlank ? '还没有填，异常的项目会列在这里' : '填好的项目都在参考区间内'}
        </p>
      ) : (
        <ul className="p-0 list-none">
          {abnormal.map((row) => (
            <Abnormal
              key={row.item.code}
              row={row}
              last={resultWords(row.item, lastOf(row.item.code))}
              onOpen={() => toField(row.item.code)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
