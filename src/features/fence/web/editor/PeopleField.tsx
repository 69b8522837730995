import { Select } from 'antd';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { CustomerField, findsCustomers } from '#features/customerEntry/web/service.ts';
import { useOptions } from '#web/data/dictionary.ts';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { FenceDraft } from './draft.ts';
import type { Person } from './usePeople.ts';

interface Props {
  draft: FenceDraft;
  people: ReadonlyMap<string, Person>;
  onChange: (patch: Partial<FenceDraft>) => void;
  problemOf: (...fields: string[]) => string | undefined;
  disabled: boolean;
}

function PersonChip({
  id,
  person,
  onRemove,
}: {
  id: string;
  person: Person | undefined;
  onRemove: (() => void) | undefined;
}) {
  const agrees = person === undefined || person.agreement === 'valid';
  return (
    <span
      className="fence-chip inline-flex items-center gap-1 rounded-sm bg-s3 px-2 text-[13px] leading-6"
      data-customer-id={id}
    >
      {person?.name ?? '…'} <span className="text-text3">{person?.age}</span>
      {!agrees && <span className="text-xs text-level2-text">没有同意定位，不判</span>}
      {onRemove && (
        <button type="button" className="inline-flex" aria-label={`去掉 ${person?.name ?? ''}`} onClick={onRemove}>
          <X size={12} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** People of a fence, one by one and by their tags. */
export function PeopleField({ draft, people, onChange, problemOf, disabled }: Props) {
  const { customerIds, tag } = draft;
  const [isAdding, setAdding] = useState(false);
  const personId = useId();
  const tags = useOptions('customer_tag', tag);
  const [showsTags, setShowsTags] = useState(tag.length > 0);
  const add = (id: unknown) => {
    if (typeof id !== 'string') return;
    setAdding(false);
    if (!customerIds.includes(id)) onChange({ customerIds: [...customerIds, id] });
  };
  const remove = (id: string) => () => onChange({ customerIds: customerIds.filter((other) => other !== id) });
  return (
    <FieldBox
      field="customerIds"
      label="为谁"
      note={customerIds.length > 0 ? `${customerIds.length} 位` : undefined}
      problem={problemOf('customerIds', 'tag')}
    >
      <div className="flex flex-wrap items-center gap-2">
        {customerIds.map((id) => (
          <PersonChip key={id} id={id} person={people.get(id)} onRemove={disabled ? undefined : remove(id)} />
        ))}
        {!disabled && findsCustomers() && (
          <Button kind="link" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            添加人
          </Button>
        )}
        {!disabled && !showsTags && (
          <Button kind="link" onClick={() => setShowsTags(true)}>
            添加标签
          </Button>
        )}
      </div>
      {isAdding && (
        <>
          <label className="sr-only" htmlFor={personId}>
            添加人
          </label>
          <CustomerField value={undefined} disabled={false} attributes={{ id: personId }} onChange={add} />
        </>
      )}
      {showsTags && (
        <Select
          mode="multiple"
          aria-label="标签"
          value={[...tag]}
          options={tags}
          disabled={disabled}
          placeholder="有这些标签的人"
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(selected: string[]) => onChange({ tag: selected })}
        />
      )}
    </FieldBox>
  );
}
