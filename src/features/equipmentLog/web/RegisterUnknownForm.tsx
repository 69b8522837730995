import { Input } from 'antd';
import { useMemo, useRef } from 'react';
import { equipmentApi } from '#features/equipment/contract.ts';
import { type Choice, showSecret } from '#features/equipment/web/service.ts';
import { protocols } from '#features/model/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import type { logApi } from '../contract.ts';

export type UnknownRow = OutputOf<typeof logApi.getUnknownList>;

interface Props {
  row: UnknownRow;
  choice: Choice;
  /** Called with the id of the new device. */
  onDone: (id: string) => void;
  onClosed: () => void;
}

/** Pattern of an SN (the contract's rule). */
const fitsSn = /^[A-Za-z0-9_-]{6,32}$/;

/** Returns the only element, so that it need not be chosen. */
function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

/** Models with the number's protocol. */
const modelsOf = ({ models }: Choice, { protocol }: UnknownRow) =>
  models.filter((model) => model.protocol === protocol);

function fieldsOf(choice: Choice, row: UnknownRow): FieldOf<typeof equipmentApi.addEquipment>[] {
  const models = modelsOf(choice, row);
  const protocol = protocols[row.protocol as keyof typeof protocols] ?? row.protocol;
  const none = models.length === 0 ? { hint: `没有「${protocol}」的型号，请先在型号里新增` } : {};
  return [
    { kind: 'select', field: 'model', label: '型号', options: models, ...none },
    { kind: 'text', field: 'sn', label: '设备编号', hint: fitsSn.test(row.number) ? '' : '号码不能用作编号，请另填' },
    { kind: 'select', field: 'projectId', label: '项目', options: choice.projects, required: true },
    {
      ...{ kind: 'tree', field: 'departmentId', label: '部门', required: true },
      options: treeOptions(choice.departments),
    },
    { kind: 'text', field: 'name', label: '设备名称', maxLength: 50, placeholder: '不填则同型号' },
    { kind: 'text', field: 'position', label: '安装位置', maxLength: 50 },
    {
      ...{ kind: 'custom', field: 'identifiers', label: '识别号', wide: true },
      locked: () => '由报文带出，入库后按它认设备',
      control: ({ attributes }) => <Input {...attributes} disabled value={`${protocol} ${row.number}`} />,
    },
  ];
}

/** Returns the values that are already known. */
function valuesOf(choice: Choice, row: UnknownRow): FormValues {
  const { protocol, number } = row;
  const department = only(choice.departments);
  return {
    identifiers: [{ protocol, number }],
    sn: fitsSn.test(number) ? number : undefined,
    model: only(modelsOf(choice, row))?.value,
    projectId: only(choice.projects)?.value,
    departmentId: department?.children.length === 0 ? department.id : undefined,
  };
}

/** Form 一键入库: registers a device for an unknown number; its open alarm moves to the device. Open while mounted. */
export function RegisterUnknownForm({ row, choice, onDone, onClosed }: Props) {
  const opened = useRef(valuesOf(choice, row));
  const fields = useMemo(() => fieldsOf(choice, row), [choice, row]);
  return (
    <DialogForm
      open
      initial={opened.current}
      endpoint={equipmentApi.addEquipment}
      title={`一键入库 · ${row.number}`}
      fields={fields}
      submitText="入库"
      failText="没有入库"
      doneText="已入库"
      onDone={({ id, secret }, { sn }) => {
        onDone(id);
        if (secret !== null) void showSecret(String(sn), secret);
      }}
      onClosed={onClosed}
    />
  );
}
