import { Checkbox, InputNumber } from 'antd';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { type Draft, patched } from '../draft/draft.ts';
import { NumberField, TextField } from '../field/fields.tsx';
import { useEditing } from './editing.ts';

function ValidField() {
  const { draft, change, problemAt } = useEditing();
  const { validMonths } = draft;
  const set = (months: number | null) => change((former) => ({ ...former, validMonths: months }));
  return (
    <FieldBox field="validMonths" label="有效期" problem={problemAt('validMonths')}>
      <span className="flex items-center gap-3">
        <Checkbox checked={validMonths !== null} onChange={({ target }) => set(target.checked ? 12 : null)}>
          到期要再评
        </Checkbox>
        {validMonths !== null && (
          <InputNumber
            {...{ 'aria-label': '有效月数', className: 'scale-months', value: validMonths, suffix: '个月' }}
            {...{ controls: false, changeOnWheel: false, precision: 0 }}
            // Emptied, it is wrong rather than without an end: that is the box beside it.
            onChange={(months) => set(months ?? 0)}
          />
        )}
      </span>
    </FieldBox>
  );
}

function ProrateField() {
  const { draft, change, problemAt } = useEditing();
  const missing = draft.prorate?.missing;
  const set = (prorate: Draft['prorate']) => change((former) => patched(former, { prorate }));
  return (
    <FieldBox
      field="prorate"
      label="漏答折算"
      problem={problemAt('prorate') ?? problemAt('prorate.missing')}
      note="得分 × 条目数 ÷ 已答数，向上取整"
    >
      <span className="flex items-center gap-3">
        <Checkbox
          checked={draft.prorate !== undefined}
          onChange={({ target }) => set(target.checked ? { missing: 1 } : undefined)}
        >
          允许漏答，由评估人选择折算
        </Checkbox>
        {missing !== undefined && (
          <InputNumber
            {...{ 'aria-label': '最多漏答', className: 'scale-months', value: missing, suffix: '条' }}
            {...{ controls: false, changeOnWheel: false, precision: 0 }}
            onChange={(n) => set({ missing: n })}
          />
        )}
      </span>
    </FieldBox>
  );
}

/** 基本: name, code, licence, validity and signatures of a scale. */
export function BasicSection({ isNew }: { isNew: boolean }) {
  const { draft, change } = useEditing();
  const set = (patch: Parameters<typeof patched>[1]) => change((former) => patched(former, patch));
  return (
    <div className="flex flex-col gap-4 max-w-160">
      <TextField
        {...{ place: 'name', label: '名称', required: true, maxLength: 60, value: draft.name }}
        onChange={(name) => set({ name })}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField
          {...{ place: 'code', label: '编码', required: true, maxLength: 40, disabled: !isNew, value: draft.code }}
          {...{ placeholder: '如 fall_check', note: isNew ? '字母、数字、_ . -，保存后不变' : '各版相同' }}
          onChange={(code) => set({ code: code.trim() })}
        />
        <NumberField
          {...{
            place: 'assessors',
            label: '评估人签名',
            unit: '人',
            value: draft.assessors ?? (draft.assessors === null ? null : 1),
          }}
          note="至少几位评估人各自签名"
          onChange={(assessors) => set({ assessors })}
        />
      </div>
      <TextField
        {...{
          place: 'licence',
          label: '授权说明',
          required: true,
          multiline: true,
          maxLength: 500,
          value: draft.licence,
        }}
        note="文字出自哪里，谁许可使用"
        placeholder="如：本机构自编；或：XX 公司授权，合同号，期限"
        onChange={(licence) => set({ licence })}
      />
      <ValidField />
      <ProrateField />
      {draft.ability && (
        <Callout tone="info" className="text-[13px]">
          这份量表的最终等级写入客户的能力等级。只有 GB/T 42195 可以，各条目满分合计须为 90。
        </Callout>
      )}
    </div>
  );
}
