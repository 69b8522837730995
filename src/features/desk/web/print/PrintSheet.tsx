import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { callTargets, nameOfNumber } from '#features/phoneCall/web/service.ts';
import { qualityApi, sampleStates } from '#features/quality/contract.ts';
import type { WarnDetail } from '#features/warn/web/service.ts';
import { addressText } from '#shared/address.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { callApi } from '#web/api/request.ts';
import { can, useSession } from '#web/api/session.ts';
import { now } from '#web/core/now.ts';
import {
  callResults,
  dispatchStates,
  genders,
  relations,
  warnLevels,
  warnResults,
  warnStatuses,
  warnTypes,
} from '#web/data/codeLabels.ts';
import { duration, fullTime, missing } from '#web/data/format.ts';
import { PrintPage } from '#web/screen/PrintPage.tsx';
import { slotLoader } from '#web/screen/Slots.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import './print.css';
import { stepOffset, stepText } from '../timeline/stepText.ts';
import { recordPairs } from './recordPairs.ts';

declare module '#web/screen/manifest.ts' {
  interface WebSlots {
    /** Links by which others read the sheet; one feature fills it. */
    warnShare: Slot<{ warnId: string }>;
  }
}

const ShareLinks = lazy(slotLoader('warnShare'));

function seconds(ms: number | null): string {
  return ms === null ? missing : duration(Math.round(ms / 1000));
}

function SheetFacts({ detail }: { detail: WarnDetail }) {
  const { customer, clock } = detail;
  const score = useScore(detail);
  const sex = customer === null ? null : (genders as Record<string, string>)[String(customer.gender)];
  return (
    <DescriptionList
      className="gap-y-1 gap-x-6"
      columns={2}
      term={76}
      facts={[
        ['编号', detail.no],
        [
          '级别与类型',
          `${warnLevels[detail.level as WarnLevel]} ${warnTypes[detail.type]}${detail.repeatCount > 0 ? ` ×${detail.repeatCount + 1}` : ''}`,
        ],
        ['状态', warnStatuses[detail.status]],
        [
          '客户',
          [detail.customerName ?? '未登记', sex, detail.age === null ? null : `${detail.age} 岁`]
            .filter(Boolean)
            .join(' · '),
        ],
        ['地址', addressText(customer ?? detail)],
        ['重要提示', detail.flags.join('、')],
        ['设备', [detail.equipmentName, detail.equipmentSn].filter(Boolean).join(' ')],
        ['发生', fullTime(detail.occurredAt, detail.timeZone)],
        ['收到', fullTime(detail.receivedAt, detail.timeZone)],
        ['处理人', detail.handlerName],
        ['响应', seconds(clock.claimed)],
        ['告知家属', seconds(clock.familyTold)],
        ['到场', seconds(clock.arrived)],
        ['结案', fullTime(detail.finishedAt, detail.timeZone)],
        ['处置结果', detail.result === null ? null : warnResults[detail.result]],
        ...recordPairs(detail),
        ['回访', fullTime(detail.followUpAt, detail.timeZone)],
        ...(score ? [['质检', score] as const] : []),
      ]}
    />
  );
}

function Calls({ detail }: { detail: WarnDetail }) {
  const called = callTargets(detail).filter((target) => target.calls.length > 0);
  if (called.length === 0) return <p>没有呼叫记录</p>;
  return (
    <table className="w-full">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">对象</th>
          <th scope="col">结果</th>
          <th scope="col">时长</th>
        </tr>
      </thead>
      <tbody>
        {called.flatMap((target) =>
          target.calls.map((each) => (
            <tr key={target.key + each.at}>
              <td>{fullTime(each.at, detail.timeZone)}</td>
              <td>
                {target.name}（{(relations as Record<string, string>)[target.relation] ?? target.relation}）
              </td>
              <td>{each.result === null ? '未填结果' : callResults[each.result]}</td>
              <td>{duration(each.seconds)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

function Steps({ detail }: { detail: WarnDetail }) {
  const steps = [...detail.steps].sort((a, b) => a.at.localeCompare(b.at));
  const nameOf = nameOfNumber(callTargets(detail));
  return (
    <table className="w-full">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">自接收</th>
          <th scope="col">事件</th>
          <th scope="col">说明</th>
          <th scope="col">人员</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.id}>
            <td>{fullTime(step.at, detail.timeZone)}</td>
            <td>{stepOffset(step.at, detail.receivedAt)}</td>
            <td>{stepText(step, nameOf)}</td>
            <td>{step.note ?? ''}</td>
            <td>{step.userName ?? '系统'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the quality score of a closed warn, for viewers who may read it. */
function useScore({ id, status }: WarnDetail): string | null {
  const ended = status === 'done' || status === 'false';
  const { data } = useQuery({
    queryKey: [qualityApi.getWarnScore.path, id],
    queryFn: ({ signal }) => callApi(qualityApi.getWarnScore, { warnId: id }, { signal }),
    enabled: ended && can('quality:list'),
  });
  if (!data) return null;
  const { state, total, scoredByName, scoredAt } = data;
  return [`${sampleStates[state]}，${total} 分`, scoredByName, fullTime(scoredAt)].filter(Boolean).join(' · ');
}

/** Printable page of the whole warn: alone on paper, above everything on the screen. */
export function PrintSheet({ detail, onClose }: { detail: WarnDetail; onClose: () => void }) {
  const { user } = useSession();
  return (
    <PrintPage
      label="打印处置单"
      className="print-sheet text-[13px]"
      onClose={onClose}
      links={can('warn:share') && <ShareLinks warnId={detail.id} />}
    >
      <article className="p-6">
        <h1 className="mb-4 text-[22px] text-center">告警处置单</h1>
        <SheetFacts detail={detail} />
        <h2>呼叫</h2>
        <Calls detail={detail} />
        {detail.dispatches.length > 0 && (
          <>
            <h2>派单</h2>
            <ul>
              {detail.dispatches.map((dispatch) => (
                <li key={dispatch.id}>
                  {fullTime(dispatch.sentAt, detail.timeZone)} {dispatch.name} {dispatchStates[dispatch.state]}
                  {dispatch.arrivedAt !== null && `，${fullTime(dispatch.arrivedAt, detail.timeZone)} 到场`}
                </li>
              ))}
            </ul>
          </>
        )}
        <h2>时间线</h2>
        <Steps detail={detail} />
        <footer className="flex justify-between gap-6">
          {user?.name ?? ''} 于 {fullTime(new Date(now()).toISOString())} 打印 · 含个人信息，用后妥善保管
          <span>处理人签字：＿＿＿＿＿＿　班长签字：＿＿＿＿＿＿</span>
        </footer>
      </article>
    </PrintPage>
  );
}
