import { physicalKinds, physicalStatuses } from '#features/physical/contract.ts';
import { physicalFlags } from '#shared/physical/catalogue.ts';
import { flagSigns } from '#shared/physical/rangeWords.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { groupsOf } from '../entry/progress.ts';
import { isAbnormal, type Row, resultOf, resultWords } from '../entry/rows.ts';
import { personText } from '../personText.ts';
import type { PhysicalRecord } from '../record.ts';
import type { ExamForm } from '../useExamForm.ts';
import { PaperBar, PaperFoot, paperName } from './paperParts.tsx';
import './paper.css';

const wordsOf = (row: Row): string => resultWords(row.item, resultOf(row));

/** What is out of its range, with reference, flag and the last result. */
function OutOfRange({ rows, record }: { rows: readonly Row[]; record: PhysicalRecord }) {
  const last = record.before[0];
  if (rows.length === 0) return <p className="text-[13px]">填写的项目都在参考区间内。</p>;
  return (
    <table className="exam-paper-table">
      <thead>
        <tr>
          <th scope="col">异常项目</th>
          <th scope="col">结果</th>
          <th scope="col">标志</th>
          <th scope="col">参考</th>
          <th scope="col">{last ? `上次 ${last.date}` : '上次'}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.item.code}>
            <th scope="row">{row.item.label}</th>
            <td>
              <b>{wordsOf(row)}</b> {row.item.unit}
            </td>
            <td>
              <b>
                {flagSigns[row.flag]} {physicalFlags[row.flag]}
              </b>
            </td>
            <td>{row.range || '—'}</td>
            <td>
              {resultWords(
                row.item,
                last?.items.find(({ code }) => code === row.item.code),
              ) || '—'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The other results, one line for each group. */
function Others({ form: { catalogue, rows } }: { form: ExamForm }) {
  const groups = catalogue.sections
    .flatMap(({ code }) => groupsOf(catalogue, rows, code))
    .map(({ code, label, rows: own }) => ({
      ...{ code, label },
      shown: own.filter((row) => !row.isEmpty && !isAbnormal(row) && !row.entered.absent),
      absent: own.filter((row) => row.entered.absent).length,
    }))
    .filter(({ shown, absent }) => shown.length > 0 || absent > 0);
  return (
    <dl className="exam-paper-groups">
      {groups.map(({ code, label, shown, absent }) => (
        <div key={code}>
          <dt>{label}</dt>
          <dd>
            {shown.map((row) => (
              <span key={row.item.code}>
                {row.item.label} <b>{wordsOf(row)}</b>
                {row.item.unit && ` ${row.item.unit}`}
              </span>
            ))}
            {absent > 0 && <span>未查 {absent} 项</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The examination on one A4 page, what is out of its range first. The name is masked without the permission. */
export default function PhysicalPaper({ form, onClose }: { form: ExamForm; onClose: () => void }) {
  const { record, rows, entry } = form;
  const name = paperName(record.customerName);
  const out = [...rows.values()].filter(isAbnormal);
  const { conclusion, advice, nextDate } = entry.facts;
  const facts = [
    record.date,
    record.org,
    `${physicalKinds[record.kind]}体检`,
    record.doctor && `医生 ${record.doctor}`,
    record.enteredByName && `录入 ${record.enteredByName}`,
    record.reviewedByName ? `审核 ${record.reviewedByName}` : physicalStatuses[record.status],
    `参考区间 第 ${record.catalogue} 版`,
  ];
  return (
    <PrintPage label="打印体检" className="exam-printed" bar={<PaperBar />} onClose={onClose}>
      <article>
        <h1 className="text-lg text-center">健康体检表</h1>
        <p className="text-base font-bold">
          {name} · {personText(record.gender, record.age)}
        </p>
        <p className="text-xs">{facts.filter(Boolean).join(' · ')}</p>
        <OutOfRange rows={out} record={record} />
        <dl className="exam-paper-words">
          <div>
            <dt>结论</dt>
            <dd>{conclusion ?? '没有填写'}</dd>
          </div>
          <div>
            <dt>建议</dt>
            <dd>{advice ?? '没有填写'}</dd>
          </div>
          <div>
            <dt>下次体检</dt>
            <dd>{nextDate ?? '没有定'}</dd>
          </div>
        </dl>
        <Others form={form} />
        <PaperFoot what={`${name} ${record.date} 的体检`} />
      </article>
    </PrintPage>
  );
}
