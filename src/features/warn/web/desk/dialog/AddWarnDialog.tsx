import { DatePicker, Form, Input, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { warnApi } from '#features/warn/contract.ts';
import { defaultLevel, keysOf, type WarnType, warnLevels, warnTypes } from '#shared/codes.ts';
import { toast } from '#web/message.tsx';
import { now } from '#web/now.ts';
import { errorText } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import { applyRow } from '../../warnStore.ts';
import type { WarnRow } from '../types.ts';
import { useDraft } from '../useDraft.ts';
import { fromWall, toWall } from '../wallTime.ts';
import { CustomerSelect } from './CustomerSelect.tsx';
import { DeskForm } from './DeskForm.tsx';

interface Values {
  customerId?: string;
  phone?: string;
  type: WarnType;
  level: number;
  occurredAt: Dayjs;
  address?: string;
  note?: string;
}

type Kept = Omit<Values, 'occurredAt' | 'customerId'>;

const levels = ([1, 2, 3, 4] as const).map((value) => ({ value, label: warnLevels[value] }));
const types = keysOf(warnTypes).map((value) => ({ value, label: warnTypes[value] }));

/** A wall time in the future is refused: an alarm has happened. */
const notLater = {
  validator: (_: unknown, at: Dayjs | undefined) =>
    at && Date.parse(fromWall(at)) > now() + 60_000 ? Promise.reject(new Error('时间不能晚于现在')) : Promise.resolve(),
};

function inputOf({ customerId, phone, type, level, occurredAt, address, note }: Values) {
  const number = phone?.replaceAll(' ', '');
  return {
    type,
    level,
    occurredAt: fromWall(occurredAt),
    note: (note ?? '').trim(),
    ...(customerId ? { customerId } : {}),
    ...(number ? { phone: number } : {}),
    ...(address?.trim() ? { address: address.trim() } : {}),
  };
}

interface Props {
  onClose: () => void;
  /** The alarm as entered. */
  onAdded: (row: WarnRow) => void;
}

/** 登记告警: a call that came by telephone, of a customer or of a number alone. Open as long as it is mounted. */
export function AddWarnDialog({ onClose, onAdded }: Props) {
  const [kept, setKept, forget] = useDraft<Kept>('addWarn', { type: 'manual', level: defaultLevel.manual });
  const [initial] = useState((): Partial<Values> => ({ ...kept, occurredAt: toWall(new Date(now()).toISOString()) }));
  const submit = async (values: Values, refused: (error: unknown) => boolean) => {
    try {
      const row = await call(warnApi.addWarn, inputOf(values));
      applyRow(row);
      toast.success(`已登记 ${row.no}`);
      forget();
      onClose();
      onAdded(row);
    } catch (error) {
      if (!refused(error)) toast.error(errorText(error));
    }
  };
  return (
    <DeskForm<Values>
      title="登记告警"
      ok="登记"
      note="客户与来电号码至少填一项"
      initial={initial}
      onChange={({ occurredAt: _at, customerId: _who, ...rest }) => setKept(rest)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="customerId" label="客户">
        <CustomerSelect />
      </Form.Item>
      <Form.Item
        name="phone"
        label="来电号码"
        dependencies={['customerId']}
        rules={[
          { pattern: /^[0-9+*# -]{3,24}$/, message: '号码格式不正确' },
          ({ getFieldValue }) => ({ required: !getFieldValue('customerId'), message: '请选择客户或填写来电号码' }),
        ]}
      >
        <Input maxLength={24} />
      </Form.Item>
      <div className="desk-form-row">
        <Form.Item name="type" label="类型" rules={[{ required: true, message: '请选择类型' }]}>
          <Select options={types} showSearch optionFilterProp="label" />
        </Form.Item>
        <Form.Item name="level" label="级别" rules={[{ required: true, message: '请选择级别' }]}>
          <Select options={levels} />
        </Form.Item>
        <Form.Item name="occurredAt" label="时间" rules={[{ required: true, message: '请选择时间' }, notLater]}>
          <DatePicker showTime format="YYYY-MM-DD HH:mm:ss" allowClear={false} />
        </Form.Item>
      </div>
      <Form.Item name="address" label="地址">
        <Input maxLength={200} placeholder="与登记地址不同时填写" />
      </Form.Item>
      <Form.Item name="note" label="说明" rules={[{ required: true, whitespace: true, message: '请写说明' }]}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </DeskForm>
  );
}
