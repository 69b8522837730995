import { useMemo, useState } from 'react';
import { drillApi } from '#features/drill/contract.ts';
import { useDepartments } from '#features/warnList/web/service.ts';
import { drillMark } from '#shared/drill.ts';
import { now } from '#web/core/now.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues, RuleOf } from '#web/form/types.ts';
import { EquipmentSelect } from './EquipmentSelect.tsx';

const hour = 3_600_000;

const rules: readonly RuleOf<typeof drillApi.openDrill>[] = [
  {
    field: 'equipmentIds',
    rule: 'either',
    check: ({ equipmentIds, departmentId }) =>
      Boolean(departmentId) === (Array.isArray(equipmentIds) && equipmentIds.length > 0)
        ? '请选择演练的设备或部门，二选一'
        : undefined,
  },
  {
    field: 'until',
    rule: 'span',
    check: ({ from, until }) => {
      const span = Date.parse(String(until)) - Date.parse(String(from));
      if (Number.isNaN(span)) return undefined;
      return span > 24 * hour ? '演练最长24小时' : undefined;
    },
  },
];

/** 开启演练: devices or a department, start, end and reason. */
export function DrillForm({ onClose, onOpened }: { onClose: () => void; onOpened: () => void }) {
  const departments = useDepartments();
  const [initial] = useState(() => ({
    from: new Date(now()).toISOString(),
    until: new Date(now() + hour).toISOString(),
  }));
  const fields = useMemo<FieldOf<typeof drillApi.openDrill>[]>(
    () => [
      {
        field: 'equipmentIds',
        label: '设备',
        kind: 'custom',
        wide: true,
        control: EquipmentSelect,
        hint: '与部门二选一',
      },
      { field: 'departmentId', label: '部门', kind: 'tree', options: departments, hint: '含下级部门', wide: true },
      { field: 'from', label: '开始', kind: 'datetime' },
      { field: 'until', label: '结束', kind: 'datetime', hint: '最长24小时' },
      { field: 'reason', label: '演练原因', kind: 'text', maxLength: 200, wide: true },
    ],
    [departments],
  );
  return (
    <DialogForm
      open
      title="开启演练"
      size="medium"
      submitText="开启演练"
      failText="没有开启"
      doneText="演练已开启"
      schema={drillApi.openDrill.input}
      fields={fields}
      rules={rules}
      initial={initial}
      submit={(values: FormValues) => callValidated(drillApi.openDrill, values)}
      onDone={onOpened}
      onClosed={onClose}
    >
      <p className="mb-3 text-text2">
        演练的告警不通知任何联系人；发给值守人员和到场人员的每条消息都以{drillMark}开头。1、2 级照常响铃和升级。
      </p>
    </DialogForm>
  );
}
