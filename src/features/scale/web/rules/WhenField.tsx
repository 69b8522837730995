import { X } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { type DraftWhen, removedAt, replacedAt } from '../draft/draft.ts';
import { useEditing } from '../editor/editing.ts';
import { Problems, SelectCell } from '../field/fields.tsx';
import { PlainWhen } from './PlainWhen.tsx';
import { type Group, groupOf, kindOf, newWhen, offeredKinds, partsOf, whenKinds } from './whenKinds.ts';

/** Groups within groups that the editor builds. */
const maxDepth = 4;

interface Props {
  when: DraftWhen;
  place: string;
  onChange: (when: DraftWhen) => void;
  onRemove?: (() => void) | undefined;
  depth?: number;
}

/** Places of a plain condition that may have a problem. */
const ownPlaces = (place: string, when: DraftWhen) => [
  place,
  ...Object.keys(when).flatMap((key) => [0, 1, 2].map((n) => `${place}.${key}[${n}]`).concat(`${place}.${key}`)),
];

/** A condition: a plain one in a line, or a group with its parts below. */
export function WhenField({ when, place, onChange, onRemove, depth = 0 }: Props) {
  const { draft } = useEditing();
  const kind = kindOf(when);
  const parts = partsOf(when);
  const offered = offeredKinds(draft).filter((each) => depth < maxDepth || !['any', 'all', 'none'].includes(each));
  const kinds = offered.includes(kind) ? offered : [kind, ...offered];
  const setParts = (next: readonly DraftWhen[]) => onChange(groupOf(kind as Group, next));
  return (
    <div className="flex flex-col gap-1.5" data-field={place}>
      <div className="flex items-center flex-wrap gap-2 text-[13px]">
        <SelectCell
          {...{ place: `${place}!`, label: '条件', value: kind, className: 'scale-kind' }}
          options={kinds.map((value) => ({ value, label: whenKinds[value] }))}
          onChange={(next) => onChange(newWhen(next, draft, when))}
        />
        {!parts && <PlainWhen {...{ when, place, onChange }} />}
        {onRemove && (
          <Button {...{ kind: 'icon', size: 24, title: '去掉条件' }} aria-label="去掉条件" onClick={onRemove}>
            <X size={14} aria-hidden />
          </Button>
        )}
      </div>
      {parts && (
        <div className="scale-group flex flex-col gap-1.5 pl-3">
          {[...parts.entries()].map(([index, part]) => (
            <WhenField
              key={index}
              {...{ when: part, place: `${place}.${kind}[${index}]`, depth: depth + 1 }}
              onChange={(next) => setParts(replacedAt(parts, index, next))}
              onRemove={() => setParts(removedAt(parts, index))}
            />
          ))}
          <div>
            <Button kind="link" className="text-[13px]" onClick={() => setParts([...parts, newWhen('answer', draft)])}>
              加一个条件
            </Button>
          </div>
        </div>
      )}
      <Problems places={ownPlaces(place, when)} />
    </div>
  );
}
