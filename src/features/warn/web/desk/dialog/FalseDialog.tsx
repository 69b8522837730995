import { warnApi } from '#features/warn/contract.ts';
import { confirmedBys, keysOf } from '#shared/codes.ts';
import type { Field } from '#web/form/types.ts';
import { listTime } from '#web/format.ts';
import { can } from '#web/session.ts';
import { falseReasons, warnTypes } from '#web/words.ts';
import { applyRow } from '../../warnStore.ts';
import { whoseAlarm } from '../../words.ts';
import type { WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import { OpenForm } from './OpenForm.tsx';
import { submitting } from './submitting.ts';

/** The fields of 误报. 班长 stands for the leader's own word: only a leader may choose it. */
export function falseFields(): Field[] {
  const confirmers = keysOf(confirmedBys).filter((value) => value !== 'leader' || can('warn:lead'));
  return [
    {
      field: 'reason',
      label: '误报原因',
      kind: 'select',
      wide: true,
      options: keysOf(falseReasons).map((value) => ({ value, label: falseReasons[value] })),
    },
    {
      field: 'confirmedBy',
      label: '由谁核实',
      kind: 'radio',
      wide: true,
      options: confirmers.map((value) => ({ value, label: confirmedBys[value] })),
    },
    { field: 'note', label: '处理说明', kind: 'textarea', maxLength: 500 },
  ];
}

/** The last call that reached someone: the proof that a false alarm needs (domain.md 8.4). */
function lastTalk(detail: WarnDetail): string {
  const talks = detail.steps.filter(
    (step) => step.kind === 'call' && (step.data.result === 'ok' || step.data.result === 'need_help'),
  );
  const last = talks.sort((a, b) => b.at.localeCompare(a.at))[0];
  return last ? `已通话核实 ${listTime(last.at)}` : '还没有接通的通话记录';
}

/** 标记为误报: reason, and who confirmed that nothing happened. */
export function FalseDialog({ detail, run, onClose }: { detail: WarnDetail; run: RunAction; onClose: () => void }) {
  return (
    <OpenForm
      title="标记为误报"
      submitText="标记误报"
      failText="标记失败"
      schema={warnApi.falseWarn.input}
      fields={falseFields()}
      initial={{ id: detail.id }}
      draft={`false.${detail.id}`}
      submit={submitting(run, warnApi.falseWarn, '已标记误报', applyRow)}
      onClose={onClose}
    >
      <p className="desk-form-about">
        {whoseAlarm(detail)} · {warnTypes[detail.type]} · {detail.no} · {lastTalk(detail)}
      </p>
    </OpenForm>
  );
}
