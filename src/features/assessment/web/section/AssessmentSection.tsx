import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { assessmentApi, assessmentStatuses } from '#features/assessment/contract.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import { can } from '#web/api/session.ts';
import { count, missing } from '#web/data/format.ts';
import { SectionRows } from '#web/record/SectionRows.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { AssessmentRow } from '../../contract.ts';
import { newestByScale, type ScaleLine } from './newest.ts';

const AddDialog = lazy(async () => ({ default: (await import('../list/AddDialog.tsx')).AddDialog }));

/** Newest rows of the person that are looked through. */
const looked = 50;

interface Props {
  customerId: string;
  /** The person's record is closed: nothing new is added. */
  sealed: boolean;
  changed: () => void;
}

/** Newest result of the person by scale, with its end; and the way to a new assessment. */
export function AssessmentSection({ customerId, sealed, changed }: Props) {
  const rows = useCall(assessmentApi.getAssessmentList, {
    customerId,
    limit: looked,
    sort: [{ field: 'date', order: 'desc' }],
  });
  const [adding, setAdding] = useState(false);
  return (
    <>
      <SectionRows {...rows} what="评估" nothing="还没有评估">
        {(items, total) => (
          <div className="overflow-x-auto">
            <table className="sheet" aria-label="各量表最近一次评估">
              <thead>
                <tr>
                  {['量表', '结果', '总分', '日期', '有效期至', '在办'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {newestByScale(items).map((line) => (
                  <Line key={line.scale} line={line} />
                ))}
              </tbody>
            </table>
            <p className="mt-2 text-[13px]">
              <a href={`#/healthy/assessment?customerId=${customerId}`}>全部 {total} 份评估</a>
            </p>
          </div>
        )}
      </SectionRows>
      {can('assessment:edit') && !sealed && (
        <Button className="mt-2" onClick={() => setAdding(true)}>
          <Plus size={14} aria-hidden /> 新建评估
        </Button>
      )}
      {adding && (
        <Suspense fallback={null}>
          <AddDialog customerId={customerId} onDone={changed} onClosed={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Line({ line: { result, open } }: { line: ScaleLine }) {
  const named = result ?? open;
  if (!named) return null;
  return (
    <tr>
      <th scope="row">{named.scaleName}</th>
      <td>{result ? <a href={assessmentLink(result.id)}>{resultText(result)}</a> : missing}</td>
      <td>{count(result?.total)}</td>
      <td>{result?.date ?? missing}</td>
      <td>
        {result?.validUntil ?? missing} {result?.status === 'expired' && <Badge tone="notice">已过期</Badge>}
      </td>
      <td>
        {open ? (
          <a href={assessmentLink(open.id)}>
            {assessmentStatuses[open.status]} {open.date}
          </a>
        ) : (
          missing
        )}
      </td>
    </tr>
  );
}

/** Returns the final grade; of a scale without grades that its result can be seen. */
function resultText({ finalLabel, manualGradeLabel, manual }: AssessmentRow): string {
  if (finalLabel !== null) return finalLabel;
  if (manualGradeLabel !== null) return `${manualGradeLabel}（人工判定）`;
  return manual ? '需人工判定' : '看结果';
}
