import { callConfirmed } from '#features/binding/web/service.ts';
import { titleOf } from '#features/equipment/web/service.ts';
import { returnConditions } from '#shared/codes.ts';
import type { InputKey } from '#shared/endpoint.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { Field, FieldOf, FormValues } from '#web/form/types.ts';
import { stockApi } from '../contract.ts';

const kinds = [
  { value: 'return', label: '退回' },
  { value: 'scrap', label: '报废' },
  { value: 'in', label: '登记批次' },
];
const hints: Readonly<Record<string, string>> = {
  return: '没有绑定客户的回到在库；借出的归还并解绑',
  scrap: '报废后不能再使用，须先解绑',
  in: '给在库的设备写上采购批次和供应商；新设备用「导入」入库',
};
const is =
  (...allowedKinds: string[]) =>
  ({ kind }: FormValues) =>
    allowedKinds.includes(String(kind));

const kind: FieldOf<typeof stockApi.addStockMove> = {
  ...{ kind: 'radio', field: 'kind', label: '类别', options: kinds, required: true, wide: true },
  hint: (value) => hints[String(value)] ?? '',
};
const fields: readonly Field<InputKey<typeof stockApi.addStockMove> | 'reason'>[] = [
  {
    ...{ kind: 'radio', field: 'condition', label: '归还情况', options: optionsOf(returnConditions), required: true },
    ...{ wide: true, hint: (value) => (value === 'broken' ? '转入维修，生成维修单' : '回到在库'), shown: is('return') },
  },
  { kind: 'text', field: 'batch', label: '采购批次', maxLength: 50, shown: is('in') },
  { kind: 'text', field: 'supplier', label: '供应商', maxLength: 100, shown: is('in') },
  { kind: 'textarea', field: 'note', label: '说明', maxLength: 500, wide: true, rows: 2, shown: is('return', 'in') },
  {
    ...{ kind: 'textarea', field: 'reason', label: '报废原因', required: true, maxLength: 500, wide: true },
    ...{ rows: 2, shown: is('scrap') },
  },
];

function inputOf({ reason, ...values }: FormValues): FormValues {
  return values.kind === 'scrap' ? { ...values, note: reason } : values;
}

interface Props {
  ids: readonly string[];
  /** Device of a loan to return: no other input is asked. */
  loan?: { name: string; sn: string; customerName: string | null };
  onDone: () => void;
  onClosed: () => void;
}

/** Asks for the details of a stock move, or of a loan's return. Open while mounted. */
export default function StockForm({ ids, loan, onDone, onClosed }: Props) {
  return (
    <DialogForm
      open
      initial={{ kind: 'return', condition: 'good' }}
      title={loan ? titleOf('归还', loan) : `出入库 · ${ids.length} 台设备`}
      size="small"
      fields={loan ? fields : [kind, ...fields]}
      submit={(values) =>
        callConfirmed(stockApi.addStockMove, { kind: 'return', ...inputOf(values), equipmentIds: [...ids] }, '归还')
      }
      submitText={loan ? '归还' : '登记'}
      failText={loan ? '没有归还' : '没有登记'}
      doneText={loan ? '设备已归还' : '已登记出入库'}
      onDone={onDone}
      onClosed={() => onClosed()}
    >
      {loan && (
        <p className="mb-3 text-[13px] text-text2">从{loan.customerName ?? '借用的客户'}处收回并解绑，记入历史。</p>
      )}
    </DialogForm>
  );
}
