import { Checkbox, Input, Select } from 'antd';
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { CustomerRecord } from '#features/customer/contract.ts';
import { useOptions } from '#web/data/dictionary.ts';
import { FieldError } from '#web/message/FieldError.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CustomerField } from './CustomerField.tsx';
import { contactProblems, type FormContact } from './values.ts';

interface Props {
  contact: FormContact;
  /** Position in the order of calling, from 1. */
  place: number;
  last: boolean;
  /** Stored contact; its numbers may be masked. */
  hidden: CustomerRecord['contacts'][number] | undefined;
  /** The form was validated, and the list has a problem. */
  wrong: boolean;
  disabled: boolean;
  /** Customer who owns the contact and cannot be linked. */
  ownId: string;
  onChange: (contact: FormContact) => void;
  onRemove: () => void;
  onMove: (step: 1 | -1) => void;
  onDrag: () => void;
  onDrop: () => void;
}

const flags = { isEmergency: '紧急联系人', isGuardian: '监护人', hasKey: '有钥匙' } as const;
const texts = {
  mobile: '手机',
  phone: '固定电话或服务号码',
  hours: '可联系时间',
  quietFrom: '静默开始',
  quietTo: '静默结束',
  address: '地址',
} as const;
/** Placeholders with an example value. */
const like: Readonly<Record<string, string>> = { quietFrom: '如 22:00，L1 不静默', quietTo: '如 07:00' };

function Part({
  label,
  msg,
  children,
}: {
  label: string;
  msg: string | undefined;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="contact-part flex flex-col min-w-0 gap-1">
      <label className="text-xs text-text2" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {msg && <FieldError>{msg}</FieldError>}
    </div>
  );
}

/** Edits one contact of the list. */
export function ContactRow({ contact, place, last, hidden, wrong, disabled, ownId, onChange, ...handlers }: Props) {
  const [grabbed, setGrabbed] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const relations = useOptions('relation', contact.relation);
  const problems = contactProblems(contact);
  const msgOf = (field: string) => (wrong || touched.has(field) ? problems.get(field) : undefined);
  const markTouched = (field: string) => setTouched((old) => new Set(old).add(field));
  const masked = (field: keyof typeof texts) => {
    const text = hidden?.[field];
    return text?.includes('*') ? `${text}，留空不改` : undefined;
  };
  const name = contact.name || `第 ${place} 位联系人`;
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey) return;
    event.preventDefault();
    handlers.onMove(step);
  }
  return (
    <li
      className="contact-row rounded-md border border-border px-3 py-2.5"
      draggable={grabbed}
      onDragStart={handlers.onDrag}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        handlers.onDrop();
      }}
      onDragEnd={() => setGrabbed(false)}
      onKeyDown={onKeyDown}
    >
      <div className="flex items-center flex-wrap gap-2 mb-2">
        <span
          className="contact-grip inline-flex items-center text-text3"
          onPointerDown={() => setGrabbed(true)}
          onPointerUp={() => setGrabbed(false)}
        >
          <GripVertical size={14} aria-hidden />
        </span>
        <strong>{place}</strong>
        {Object.entries(flags).map(([flag, label]) => (
          <Checkbox
            key={flag}
            checked={contact[flag as keyof typeof flags]}
            disabled={disabled}
            onChange={({ target }) => onChange({ ...contact, [flag]: target.checked })}
          >
            {label}
          </Checkbox>
        ))}
        <span className="contact-deeds flex items-center gap-1">
          <Button
            kind="icon"
            size={28}
            aria-label={`把${name}提前`}
            title="提前 Alt ↑"
            disabled={place === 1}
            onClick={() => handlers.onMove(-1)}
          >
            <ArrowUp size={14} aria-hidden />
          </Button>
          <Button
            kind="icon"
            size={28}
            aria-label={`把${name}推后`}
            title="推后 Alt ↓"
            disabled={last}
            onClick={() => handlers.onMove(1)}
          >
            <ArrowDown size={14} aria-hidden />
          </Button>
          <Button kind="icon" size={28} aria-label={`移除${name}`} title="移除" onClick={handlers.onRemove}>
            <Trash2 size={14} aria-hidden />
          </Button>
        </span>
      </div>
      <div className="contact-parts">
        <Part label="姓名" msg={msgOf('name')}>
          {(id) => (
            <Input
              id={id}
              value={contact.name}
              disabled={disabled}
              maxLength={20}
              autoComplete="off"
              aria-invalid={msgOf('name') ? true : undefined}
              onBlur={() => markTouched('name')}
              onChange={({ target }) => onChange({ ...contact, name: target.value })}
            />
          )}
        </Part>
        <Part label="关系" msg={msgOf('relation')}>
          {(id) => (
            <Select
              id={id}
              value={contact.relation}
              disabled={disabled}
              aria-invalid={msgOf('relation') ? true : undefined}
              options={relations}
              placeholder="请选择"
              showSearch={{ optionFilterProp: 'label' }}
              onBlur={() => markTouched('relation')}
              onChange={(relation: string) => onChange({ ...contact, relation })}
            />
          )}
        </Part>
        <Part label="也是服务对象" msg={undefined}>
          {(id) => (
            <CustomerField
              value={contact.linked?.id}
              onChange={() => undefined}
              onPick={(linked) => {
                const { linked: _linked, ...rest } = contact;
                onChange(linked ? { ...rest, linked, name: contact.name || linked.name } : rest);
              }}
              selected={contact.linked}
              disabled={disabled}
              attributes={{ id }}
              not={ownId}
            />
          )}
        </Part>
        {(Object.keys(texts) as (keyof typeof texts)[]).map((field) => (
          <Part key={field} label={texts[field]} msg={msgOf(field)}>
            {(id) => (
              <Input
                id={id}
                value={contact[field] ?? ''}
                disabled={disabled}
                autoComplete="off"
                inputMode={field === 'mobile' || field === 'phone' ? 'tel' : undefined}
                placeholder={masked(field) ?? like[field]}
                aria-invalid={msgOf(field) ? true : undefined}
                onBlur={() => markTouched(field)}
                onChange={({ target }) => onChange({ ...contact, [field]: target.value })}
              />
            )}
          </Part>
        ))}
      </div>
    </li>
  );
}
