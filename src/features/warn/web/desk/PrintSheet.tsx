import { lazy, Suspense, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { WarnLevel } from '#shared/codes.ts';
import { can, useSession } from '#web/call/session.ts';
import { keepInside, useFocusInside } from '#web/core/focusTrap.ts';
import { now } from '#web/core/now.ts';
import { duration, fullTime, missing } from '#web/data/format.ts';
import {
  callResults,
  dispatchStates,
  genders,
  relations,
  warnLevels,
  warnResults,
  warnStatuses,
  warnTypes,
} from '#web/data/words.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import './print.css';
import { callTargets, nameOfNumber } from './callOrder.ts';
import { recordPairs } from './recordPairs.ts';
import { stepOffset, stepText } from './stepText.ts';
import type { WarnDetail } from './types.ts';

const ShareLinks = lazy(() => import('./ShareLinks.tsx'));

function Pair({ title, value }: { title: string; value: string | null | undefined }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value || missing}</dd>
    </div>
  );
}

function seconds(ms: number | null): string {
  return ms === null ? missing : duration(Math.round(ms / 1000));
}

function Facts({ detail }: { detail: WarnDetail }) {
  const { customer, clock } = detail;
  const sex = customer === null ? null : (genders as Record<string, string>)[String(customer.gender)];
  return (
    <dl className="print-facts">
      <Pair title="编号" value={detail.no} />
      <Pair
        title="级别与类型"
        value={`${warnLevels[detail.level as WarnLevel]} ${warnTypes[detail.type]}${detail.repeatCount > 0 ? ` ×${detail.repeatCount + 1}` : ''}`}
      />
      <Pair title="状态" value={warnStatuses[detail.status]} />
      <Pair
        title="客户"
        value={[detail.customerName ?? '未登记', sex, detail.age === null ? null : `${detail.age} 岁`]
          .filter(Boolean)
          .join(' · ')}
      />
      <Pair
        title="地址"
        value={[customer?.area ?? detail.area, customer?.address ?? detail.address].filter(Boolean).join(' ')}
      />
      <Pair title="重要提示" value={detail.flags.join('、')} />
      <Pair title="设备" value={[detail.equipmentName, detail.equipmentSn].filter(Boolean).join(' ')} />
      <Pair title="发生" value={fullTime(detail.occurredAt, detail.timeZone)} />
      <Pair title="收到" value={fullTime(detail.receivedAt, detail.timeZone)} />
      <Pair title="处理人" value={detail.handlerName} />
      <Pair title="响应" value={seconds(clock.claimed)} />
      <Pair title="告知家属" value={seconds(clock.familyTold)} />
      <Pair title="到场" value={seconds(clock.arrived)} />
      <Pair title="结案" value={fullTime(detail.finishedAt, detail.timeZone)} />
      <Pair title="处置结果" value={detail.result === null ? null : warnResults[detail.result]} />
      {recordPairs(detail).map(([title, value]) => (
        <Pair key={title} title={title} value={value} />
      ))}
      <Pair title="回访" value={fullTime(detail.followUpAt, detail.timeZone)} />
    </dl>
  );
}

function Calls({ detail }: { detail: WarnDetail }) {
  const called = callTargets(detail).filter((target) => target.calls.length > 0);
  if (called.length === 0) return <p>没有呼叫记录</p>;
  return (
    <table>
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
    <table>
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

/** The whole case as a page for paper: it stands alone in print, above everything on the screen. */
export function PrintSheet({ detail, onClose }: { detail: WarnDetail; onClose: () => void }) {
  const { user } = useSession();
  const frame = useRef<HTMLDivElement>(null);
  const [sharing, setSharing] = useState(false);
  useFocusInside(frame);
  useHotkey('Esc', onClose);
  return createPortal(
    <div
      ref={frame}
      className="print-sheet"
      role="dialog"
      aria-label="打印处置单"
      aria-modal="true"
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Tab' && frame.current && keepInside(event, frame.current)}
    >
      <div className="print-bar">
        <button type="button" className="button primary" data-autofocus onClick={() => window.print()}>
          打印
        </button>
        {can('warn:share') && (
          <button type="button" className="button" aria-expanded={sharing} onClick={() => setSharing(!sharing)}>
            分享链接
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          关闭 <kbd>Esc</kbd>
        </button>
      </div>
      {sharing && (
        <Suspense fallback={null}>
          <ShareLinks warnId={detail.id} />
        </Suspense>
      )}
      <article>
        <h1>告警处置单</h1>
        <Facts detail={detail} />
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
        <footer>
          {user?.name ?? ''} 于 {fullTime(new Date(now()).toISOString())} 打印 · 含个人信息，用后妥善保管
          <span>处理人签字：＿＿＿＿＿＿　班长签字：＿＿＿＿＿＿</span>
        </footer>
      </article>
    </div>,
    document.body,
  );
}
