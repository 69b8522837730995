import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ControlProps } from '#web/form/types.ts';
import type { CustomerRecord } from '../record/types.ts';
import { ContactRow } from './ContactRow.tsx';
import type { FormContact } from './values.ts';

const most = 20;

function moved(list: readonly FormContact[], from: number, to: number): FormContact[] {
  const rest = [...list];
  const [one] = rest.splice(from, 1);
  if (one && to >= 0 && to < list.length) rest.splice(to, 0, one);
  return rest.length === list.length ? rest : [...list];
}

/** Whom to call, in the order in which they are called: rows that are dragged, or moved by Alt ↑↓. */
export function ContactsField({
  value,
  onChange,
  disabled,
  attributes,
  record,
}: ControlProps & { record: CustomerRecord | undefined }) {
  const contacts = Array.isArray(value) ? (value as FormContact[]) : [];
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const add = () => {
    const first = contacts.length === 0;
    const fresh = { key: crypto.randomUUID(), name: '', isEmergency: first, isGuardian: false, hasKey: false };
    onChange([...contacts, fresh]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  const move = (from: number, to: number) => {
    onChange(moved(contacts, from, to));
    setDragged(undefined);
  };
  return (
    <div className="stack gap-8">
      {contacts.length > 0 && (
        <ol ref={list} className="contact-list stack gap-8">
          {contacts.map((one, at) => (
            <ContactRow
              key={one.key}
              contact={one}
              place={at + 1}
              last={at === contacts.length - 1}
              hidden={record?.contacts.find(({ id }) => id === one.id)}
              wrong={attributes['aria-invalid'] === true}
              disabled={disabled}
              own={record?.id ?? ''}
              onChange={(changed) => onChange(contacts.map((each) => (each.key === one.key ? changed : each)))}
              onRemove={() => onChange(contacts.filter((each) => each.key !== one.key))}
              onMove={(step) => move(at, at + step)}
              onDrag={() => setDragged(at)}
              onDrop={() => dragged !== undefined && move(dragged, at)}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          id={attributes.id}
          aria-label="添加联系人"
          aria-describedby={attributes['aria-describedby']}
          icon={<Plus size={14} aria-hidden />}
          disabled={disabled || contacts.length >= most}
          onClick={add}
        >
          添加联系人
        </Button>
      </div>
    </div>
  );
}
