import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CustomerRecord } from '#features/customer/contract.ts';
import type { ControlProps } from '#web/form/types.ts';
import { ContactRow } from './ContactRow.tsx';
import type { FormContact } from './values.ts';

const most = 20;

function reorder(list: readonly FormContact[], from: number, to: number): FormContact[] {
  const rest = [...list];
  const [item] = rest.splice(from, 1);
  if (item && to >= 0 && to < list.length) rest.splice(to, 0, item);
  return rest.length === list.length ? rest : [...list];
}

/** Edits the contacts in the order of calling; rows move by dragging or with Alt ↑↓. */
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
    const newContact = { key: crypto.randomUUID(), name: '', isEmergency: first, isGuardian: false, hasKey: false };
    onChange([...contacts, newContact]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  const move = (from: number, to: number) => {
    onChange(reorder(contacts, from, to));
    setDragged(undefined);
  };
  return (
    <div className="flex flex-col gap-2">
      {contacts.length > 0 && (
        <ol ref={list} className="contact-list flex flex-col gap-2">
          {contacts.map((contact, index) => (
            <ContactRow
              key={contact.key}
              contact={contact}
              place={index + 1}
              last={index === contacts.length - 1}
              hidden={record?.contacts.find(({ id }) => id === contact.id)}
              wrong={attributes['aria-invalid'] === true}
              disabled={disabled}
              ownId={record?.id ?? ''}
              onChange={(changed) => onChange(contacts.map((each) => (each.key === contact.key ? changed : each)))}
              onRemove={() => onChange(contacts.filter((each) => each.key !== contact.key))}
              onMove={(step) => move(index, index + step)}
              onDrag={() => setDragged(index)}
              onDrop={() => dragged !== undefined && move(dragged, index)}
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
