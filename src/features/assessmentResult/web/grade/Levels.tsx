import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import type { ShownPart } from '../items.ts';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  parts: readonly ShownPart[];
}

/** Levels of the parts, by which a matrix grades; sums of the parts where there is no matrix. */
export function Levels({ assessment, scale, parts }: Props) {
  const worst = Math.max(1, ...(scale.levels ?? []).map(worstLevel));
  const hasLevels = parts.some(({ level }) => level !== null);
  return (
    <section className="result-ruler p-4 min-w-0" aria-label={hasLevels ? '各部分的级别' : '各部分得分'}>
      <h2 className="mb-1 text-[13px] font-normal text-text2">
        {hasLevels ? `各部分的级别，0 最好，${worst} 最差` : '各部分得分'}
        {assessment.manual && <b className="ml-2 text-level2-text">这样的组合没有等级</b>}
      </h2>
      <table className="text-[13px]">
        <tbody>
          {parts.map(({ code, label, sum, max, level }) => (
            <tr key={code}>
              <th scope="row" className="py-0.5 pr-4 text-left font-normal">
                {label}
              </th>
              <td className="pr-4 text-right text-text2 whitespace-nowrap">
                {sum} / {max}
              </td>
              {level !== null && (
                <td>
                  <Steps level={level} worst={worst} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Steps({ level, worst }: { level: number; worst: number }) {
  return (
    <>
      <span className="result-steps" aria-hidden="true">
        {Array.from({ length: worst + 1 }, (_, step) => (
          <i key={String(step)} className={step === level ? 'on' : undefined}>
            {step}
          </i>
        ))}
      </span>
      <span className="sr-only">级别 {level}</span>
    </>
  );
}

function worstLevel(levels: NonNullable<ScaleOfPage['levels']>[number]): number {
  return levels.by === 'bands'
    ? Math.max(...levels.bands.map(({ level }) => level))
    : Math.max(...Object.values(levels.map).flat());
}
