import { Check } from 'lucide-react';
import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { gradesOf } from '#shared/scale/grades.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { groupSentence, reasonsOf } from '../evidence.ts';
import { stepsWorse } from '../ruler.ts';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
}

/** Why the grade was moved: each rule that holds, with its evidence and whether it counts. */
export function Reasons({ assessment, scale }: Props) {
  if ((scale.rules ?? []).length === 0) return null;
  const reasons = reasonsOf(assessment, scale);
  const steps = stepsWorse(gradesOf(scale, assessment.score.bandSet), assessment);
  const isSet = reasons.some(({ counted, sets }) => counted && sets);
  const title = steps === 0 ? '等级变更' : isSet ? '为什么直接定级' : '为什么重一级';
  return (
    <section className="result-reasons p-4" aria-label={title}>
      <h2 className="text-[13px] font-normal">
        {title} <span className="text-text2">{groupSentence(reasons)}</span>
      </h2>
      {reasons.length === 0 ? (
        <p className="mt-2 text-[13px] text-text2">没有成立的变更条款，最终等级就是初步等级</p>
      ) : (
        <ul className="p-0">
          {reasons.map(({ code, title: name, counted, grounds }) => (
            <li key={code} className="flex gap-3 py-1 text-[13px]">
              <Check size={16} className={counted ? 'flex-none text-success' : 'flex-none text-text3'} aria-hidden />
              <div className="min-w-0">
                <p>
                  <b>{name}</b> {counted ? <Badge tone="warn">计入</Badge> : <Badge>不再计</Badge>}
                </p>
                {grounds.length > 0 && <p className="text-text2 wrap-anywhere">{grounds.join('；')}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
