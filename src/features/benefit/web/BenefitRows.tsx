import { Button as AntButton } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { benefit, benefitApi } from '#features/benefit/contract.ts';
import { formFields } from '#web/crud/formFields.ts';
import { FieldRow } from '#web/form/FieldRow.tsx';
import { scanField } from '#web/form/fields/FilesField.tsx';
import { RegionField } from '#web/form/fields/RegionField.tsx';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';
import '#web/form/fields/rows.css';
import { benefitProblems, benefitText, type FormBenefit } from './benefitValues.ts';

const most = 50;

const fields = formFields(benefit, false, {
  customerId: null,
  number: { hint: (value) => (String(value ?? '').includes('*') ? '显示后四位；要改时输入完整的号码' : '') },
  regionCode: { control: RegionField },
  fileId: { field: 'files', control: scanField(benefitApi.uploadBenefitFile.path) },
});

interface RowProps {
  entry: FormBenefit;
  place: number;
  /** The form was validated, and the list has a problem. */
  wrong: boolean;
  disabled: boolean;
  onChange: (entry: FormBenefit) => void;
  onRemove: () => void;
}

function BenefitRow({ entry, place, wrong, disabled, onChange, onRemove }: RowProps) {
  const id = useId();
  const name = `第 ${place} 项权益与证件`;
  const problems = wrong ? benefitProblems(entry) : undefined;
  const { removed, ...restored } = entry;
  return (
    <li className="row-item rounded-md border border-border px-3 py-2.5" aria-label={name}>
      <div className="flex items-center gap-2 mb-2">
        <strong>{place}</strong> {benefitText([entry])}
        {removed && <span className="text-[13px] text-level2-text">保存后删除</span>}
        <span className="row-tools flex items-center gap-1">
          {removed ? (
            <Button kind="link" onClick={() => onChange(restored)}>
              不删除
            </Button>
          ) : (
            <Button
              kind="icon"
              size={28}
              aria-label={`删除${name}`}
              title="删除"
              disabled={disabled}
              onClick={onRemove}
            >
              <Trash2 size={14} aria-hidden />
            </Button>
          )}
        </span>
      </div>
      {!removed && (
        <div className="row-cells">
          {fields.map((field) => (
            <FieldRow
              key={field.field}
              id={`${id}-${field.field}`}
              field={field}
              value={entry.values[field.field]}
              required={field.required ?? false}
              msg={problems?.get(field.field)}
              locked={undefined}
              onChange={(key, value) => onChange({ ...entry, values: { ...entry.values, [key]: value } })}
            />
          ))}
        </div>
      )}
    </li>
  );
}

/** Edits the customer's benefits with their documents. A stored benefit is deleted only when the form is saved. */
export default function BenefitRows({ value, onChange, disabled, attributes }: ControlProps) {
  const all = Array.isArray(value) ? (value as FormBenefit[]) : [];
  const list = useRef<HTMLOListElement>(null);
  const replace = (changed: FormBenefit) => onChange(all.map((entry) => (entry.key === changed.key ? changed : entry)));
  const remove = (entry: FormBenefit) =>
    entry.was ? replace({ ...entry, removed: true }) : onChange(all.filter(({ key }) => key !== entry.key));
  const add = () => {
    onChange([...all, { key: crypto.randomUUID(), values: {} }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <div className="flex flex-col gap-2">
      {all.length > 0 && (
        <ol ref={list} className="row-list flex flex-col gap-2">
          {all.map((entry, index) => (
            <BenefitRow
              key={entry.key}
              entry={entry}
              place={index + 1}
              wrong={attributes['aria-invalid'] === true}
              disabled={disabled}
              onChange={replace}
              onRemove={() => remove(entry)}
            />
          ))}
        </ol>
      )}
      <div>
        <AntButton
          id={attributes.id}
          aria-label="添加权益与证件"
          aria-describedby={attributes['aria-describedby']}
          icon={<Plus size={14} aria-hidden />}
          disabled={disabled || all.length >= most}
          onClick={add}
        >
          添加权益与证件
        </AntButton>
      </div>
    </div>
  );
}
