import { DatePicker, Form, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { warnApi } from '#features/warn/contract.ts';
import { call } from '#web/request.ts';
import { applyRow } from '../../warnStore.ts';
import { whoseAlarm } from '../../words.ts';
import type { WarnDetail } from '../types.ts';
import type { RunAction } from '../useAction.ts';
import { useDraft } from '../useDraft.ts';
import { fromWall } from '../wallTime.ts';
import { DeskForm } from './DeskForm.tsx';

interface Values {
  note: string;
  again?: Dayjs | null;
}

/** 完成回访, with the next one where one is needed. */
export function FollowUpDialog({ detail, run, onClose }: { detail: WarnDetail; run: RunAction; onClose: () => void }) {
  const [draft, setDraft, forget] = useDraft(`followUp:${detail.id}`, '');
  const submit = async ({ note, again }: Values, refused: (error: unknown) => boolean) => {
    const input = { id: detail.id, note: note.trim(), ...(again ? { again: fromWall(again) } : {}) };
    if (!(await run(async () => applyRow(await call(warnApi.finishFollowUp, input)), '已记录回访', refused))) return;
    forget();
    onClose();
  };
  return (
    <DeskForm<Values>
      title={`完成回访 ${whoseAlarm(detail)}`}
      ok="完成回访"
      initial={{ note: draft }}
      onChange={(values) => setDraft(values.note ?? '')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="note" label="回访记录" rules={[{ required: true, whitespace: true, message: '请写回访记录' }]}>
        <Input.TextArea autoFocus rows={4} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="again" label="再次回访">
        <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" placeholder="不需要" />
      </Form.Item>
    </DeskForm>
  );
}
