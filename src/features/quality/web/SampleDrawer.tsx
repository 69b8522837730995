import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { qualityApi, qualityItems } from '#features/quality/contract.ts';
import { keysOf } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { duration, fullTime, missing } from '#web/data/format.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Verdict } from './cells.tsx';

type Sample = OutputOf<typeof qualityApi.getSample>;

/** Returns a freshly loaded sample with its facts; undefined until loaded. */
export function useSample(id: string) {
  return useQuery({
    queryKey: [qualityApi.getSample.path, id],
    queryFn: ({ signal }) => callApi(qualityApi.getSample, { id }, { signal }),
  });
}

/** Facts of the warn: seconds from its arrival, with the limit next to the claim. */
export function CaseFacts({ data }: { data: Sample }) {
  return (
    <DescriptionList
      columns={2}
      term={72}
      facts={[
        ['处理人', data.operatorName],
        ['结果', data.result],
        [
          '接警',
          <span key="claim" className={data.overdue ? 'text-level2-text font-bold' : undefined}>
            {duration(data.claimSeconds)}（时限 {duration(data.claimLimit)}）
          </span>,
        ],
        ['首呼', duration(data.callSeconds)],
        ['联系上', duration(data.reachedSeconds)],
        ['告知家属', duration(data.familySeconds)],
        ['到场', duration(data.arrivedSeconds)],
        ['结束', duration(data.finishedSeconds)],
        ['通话', `${data.calls} 次，接通 ${data.reached} 次`],
        ['升级', data.escalation === 0 ? '没有' : `${data.escalation} 级`],
      ]}
    />
  );
}

interface Props {
  id: string;
  onClose: () => void;
}

/** One sample: facts, points and comment. */
export function SampleDrawer({ id, onClose }: Props) {
  const { data, error } = useSample(id);
  return (
    <Drawer open size={560} title={data ? `质检 · ${data.warnNo}` : '质检'} onClose={onClose}>
      {data ? (
        <Sheet data={data} />
      ) : error ? (
        <p className="text-text2">{error.message}</p>
      ) : (
        <Skeleton lines={[60, 80, 70, 40]} />
      )}
    </Drawer>
  );
}

function Sheet({ data }: { data: Sample }) {
  const { points } = data;
  return (
    <div className="flex flex-col gap-4">
      <CaseFacts data={data} />
      <a href={`#/warn/sos?tab=done&id=${data.warnId}`}>打开告警和它的时间线</a>
      {points === null ? (
        <Callout>还没有评分。</Callout>
      ) : (
        <>
          <h3 className="text-sm">
            <Verdict state={data.state} /> · {data.total} 分
          </h3>
          <DescriptionList
            columns={1}
            term={96}
            facts={keysOf(qualityItems).map((key) => [
              qualityItems[key].title,
              `${points[key]} / ${qualityItems[key].max}`,
            ])}
          />
          <DescriptionList
            columns={1}
            term={96}
            facts={[
              ['评语', data.comment],
              ['评分人', data.scoredByName],
              ['评分时间', fullTime(data.scoredAt)],
              ['本人已阅', data.seenAt === null ? missing : fullTime(data.seenAt)],
              ['本人说明', data.reply],
            ]}
          />
        </>
      )}
    </div>
  );
}
