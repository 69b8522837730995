import { Form, Input, Radio, Select } from 'antd';
import { confirmedBys, type FalseReason, falseReasons, keysOf } from '#shared/codes.ts';
import { DeskForm } from '../desk/dialog/DeskForm.tsx';
import type { WarnRow } from '../desk/types.ts';
import { markFalse } from './batch.ts';

interface Values {
  reason?: FalseReason;
  confirmedBy?: keyof typeof confirmedBys;
  note?: string;
}

interface Props {
  rows: readonly WarnRow[];
  onClose: () => void;
  onDone: () => void;
}

/** 批量误报: the same device again and again, or a drill; one reason for all (domain.md 6.21). */
export function BatchFalse({ rows, onClose, onDone }: Props) {
  const devices = new Set(rows.map((row) => row.equipmentSn ?? row.id)).size;
  const submit = async ({ reason, confirmedBy, note }: Values) => {
    if (!reason || !confirmedBy) return;
    await markFalse(rows, { reason, confirmedBy, ...(note?.trim() ? { note: note.trim() } : {}) });
    onDone();
    onClose();
  };
  return (
    <DeskForm<Values>
      title={`标记 ${rows.length} 条为误报`}
      ok="标记误报"
      note={devices === 1 ? '同一设备' : `来自 ${devices} 个设备`}
      initial={devices > 1 ? { reason: 'test', confirmedBy: 'drill' } : {}}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="desk-form-about">{rows.map((row) => row.no).join('、')}</p>
      <Form.Item name="reason" label="误报原因" rules={[{ required: true, message: '请选择误报原因' }]}>
        <Select autoFocus options={keysOf(falseReasons).map((value) => ({ value, label: falseReasons[value] }))} />
      </Form.Item>
      <Form.Item name="confirmedBy" label="由谁核实" rules={[{ required: true, message: '请选择由谁核实' }]}>
        <Radio.Group options={keysOf(confirmedBys).map((value) => ({ value, label: confirmedBys[value] }))} />
      </Form.Item>
      <Form.Item name="note" label="处理说明">
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </DeskForm>
  );
}
