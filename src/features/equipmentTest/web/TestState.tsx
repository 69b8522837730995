import { useEffect, useEffectEvent } from 'react';
import { testKinds } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { useNow } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import type { testApi } from '../contract.ts';
import { awaited } from '../contract.ts';

type Test = OutputOf<typeof testApi.getEquipmentTest>;

/** Shows mm:ss until the window ends, then calls `onOver` once. */
function Countdown({ until, onOver }: { until: string; onOver: () => void }) {
  const remaining = Date.parse(until) - useNow(1000);
  const over = remaining <= 0;
  const tell = useEffectEvent(onOver);
  useEffect(() => {
    if (over) tell();
  }, [over]);
  return (
    <strong className="text-lg mono" role="timer" aria-label="剩余时间">
      {waiting(remaining)}
    </strong>
  );
}

function Outcome({ test: { window, running, awaited: by }, onOver }: { test: Test; onOver: () => void }) {
  if (window && running)
    return (
      <p className="flex items-center gap-3">
        <Countdown until={window.until} onOver={onOver} />
        <span>
          <b>{awaited[by]}</b>
          <small className="block text-xs text-text3">{window.startedBy} 开始</small>
        </span>
      </p>
    );
  if (window?.heardAt)
    return (
      <p className="flex items-center gap-2">
        <Badge filled>测试</Badge>
        <span className="text-success font-bold" role="status">
          测试通过：{fullTime(window.heardAt)} 收到
          {window.heardType === 'data' || !window.heardType ? '数据' : `「${labelOf('warn_type', window.heardType)}」`}
        </span>
      </p>
    );
  if (window) return <Callout tone="notice">测试已结束，没有收到要等的消息。</Callout>;
  return (
    <p>
      开始后 10 分钟内，<b>{awaited[by]}</b>。
      {by === 'data'
        ? '这一次不响铃，不进入任何统计。'
        : '这一次立即列入告警队列，标为「测试」，测试结束后自动结案：不响铃，不进入任何统计；下一次照常响铃。'}
    </p>
  );
}

/** Shows customer, test result and window of the device. */
export function TestState({ test, onOver }: { test: Test; onOver: () => void }) {
  const { sn, customerName, testKind } = test;
  return (
    <>
      <p className="text-[13px] text-text2">
        <span className="mono">{sn}</span>
        {testKind && ` · 绑定 ${customerName ?? '其他范围的客户'} · ${testKinds[testKind]}`}
      </p>
      {!testKind && <Callout tone="warn">设备没有绑定客户：可以试，但结果不记在任何绑定上。</Callout>}
      <Outcome test={test} onOver={onOver} />
    </>
  );
}
