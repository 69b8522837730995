import { Form, Input, Radio, Select } from 'antd';
import { warnApi } from '#features/warn/contract.ts';
import { confirmedBys, type FalseReason, falseReasons, keysOf, warnTypes } from '#shared/codes.ts';
import { listTime } from '#web/format.ts';
import { call } from '#web/request.ts';
import { can } from '#web/session.ts';
import { applyRow } from '../../warnStore.ts';
import { whoseAlarm } from '../../words.ts';
import type { WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import { useDraft } from '../useDraft.ts';
import { DeskForm } from './DeskForm.tsx';

interface Values {
  reason?: FalseReason;
  confirmedBy?: keyof typeof confirmedBys;
  note?: string;
}

/** The last call that reached someone: the proof that a false alarm needs (domain.md 8.4). */
function lastTalk(detail: WarnDetail): string | null {
  const talks = detail.steps.filter(
    (step) => step.kind === 'call' && (step.data.result === 'ok' || step.data.result === 'need_help'),
  );
  const last = talks.sort((a, b) => b.at.localeCompare(a.at))[0];
  return last ? `已通话核实 ${listTime(last.at)}` : null;
}

/** 标记为误报: reason, and who confirmed that nothing happened. */
export function FalseDialog({ detail, run, onClose }: { detail: WarnDetail; run: RunAction; onClose: () => void }) {
  const [draft, setDraft, forget] = useDraft<Values>(`false:${detail.id}`, {});
  const submit = async ({ reason, confirmedBy, note }: Values, refused: (error: unknown) => boolean) => {
    if (!reason || !confirmedBy) return;
    const input = { id: detail.id, reason, confirmedBy, ...(note?.trim() ? { note: note.trim() } : {}) };
    if (!(await run(async () => applyRow(await call(warnApi.falseWarn, input)), '已标记误报', refused))) return;
    forget();
    onClose();
  };
  return (
    <DeskForm<Values>
      title="标记为误报"
      ok="标记误报"
      note={lastTalk(detail) ?? '还没有接通的通话记录'}
      initial={draft}
      onChange={setDraft}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="desk-form-about">
        {whoseAlarm(detail)} · {warnTypes[detail.type]} · {detail.no}
      </p>
      <Form.Item name="reason" label="误报原因" rules={[{ required: true, message: '请选择误报原因' }]}>
        <Select
          autoFocus
          options={keysOf(falseReasons).map((value) => ({ value, label: falseReasons[value] }))}
          placeholder="请选择"
        />
      </Form.Item>
      <Form.Item name="confirmedBy" label="由谁核实" rules={[{ required: true, message: '请选择由谁核实' }]}>
        <Radio.Group
          options={keysOf(confirmedBys)
            .filter((value) => value !== 'leader' || can('warn:lead'))
            .map((value) => ({ value, label: confirmedBys[value] }))}
        />
      </Form.Item>
      <Form.Item name="note" label="处理说明">
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </DeskForm>
  );
}
