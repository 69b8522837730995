import { warnApi } from '#features/warn/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { FormValues } from '#web/form/types.ts';
import { falseFields } from '../desk/dialog/FalseDialog.tsx';
import { OpenForm } from '../desk/dialog/OpenForm.tsx';
import type { WarnRow } from '../desk/types.ts';
import { markFalse } from './batch.ts';

interface Props {
  rows: readonly WarnRow[];
  onClose: () => void;
  onDone: () => void;
}

/** 批量误报: the same device again and again, or a drill; one reason for all (domain.md 6.21). */
export default function BatchFalse({ rows, onClose, onDone }: Props) {
  const devices = new Set(rows.map((row) => row.equipmentSn ?? row.id)).size;
  const submit = async (values: FormValues) => {
    const { id: _first, ...words } = values as InputOf<typeof warnApi.falseWarn>;
    await markFalse(rows, words);
  };
  return (
    <OpenForm
      title={`标记 ${rows.length} 条为误报`}
      submitText="标记误报"
      failText="标记失败"
      schema={warnApi.falseWarn.input}
      fields={falseFields()}
      initial={{ id: rows[0]?.id, ...(devices > 1 && { reason: 'test', confirmedBy: 'drill' }) }}
      submit={submit}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="desk-form-about">
        {devices === 1 ? '同一设备：' : `来自 ${devices} 个设备：`}
        {rows.map((row) => row.no).join('、')}
      </p>
    </OpenForm>
  );
}
