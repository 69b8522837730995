import type { shiftApi } from '#features/shift/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { listTime } from '#web/data/format.ts';
import { Strip } from '#web/ui/Strip.tsx';

const reasons = { no_roster: '没有人排班', nobody_there: '排班的人都不在坐席' } as const;

/** Shows where no user or too few are on duty, and who is present. */
export function Staffing({ gaps, short }: Pick<OutputOf<typeof shiftApi.getOnDuty>, 'gaps' | 'short'>) {
  return (
    <>
      {gaps.map(({ projectId, projectName, reason, since, there: presentNames }) => (
        <Strip key={projectId} tone="urgent" role="alert" className="flex-wrap">
          <b className="whitespace-nowrap">无人值班</b> {projectName}：{reasons[reason]}，自 {listTime(since)}
          {presentNames.length > 0 ? `；没有排班但在坐席：${presentNames.join('、')}` : '；坐席上没有人'}
        </Strip>
      ))}
      {short.map(({ patternId, shift, minStaff, there: presentNames, missing }) => (
        <Strip key={patternId} tone="warn" role="status" className="flex-wrap">
          <b className="whitespace-nowrap">人手不足</b> {shift}：至少 {minStaff} 人，在岗 {presentNames.length} 人
          {presentNames.length > 0 && `（${presentNames.join('、')}）`}
          {missing.length > 0 && `；排班未到岗：${missing.join('、')}`}
        </Strip>
      ))}
    </>
  );
}
