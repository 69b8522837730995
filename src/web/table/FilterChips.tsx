import { X } from 'lucide-react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { filterLabels } from './filter/activeFilters.tsx';
import { fieldsOf, type ListQuery } from './query.ts';
import { SelectedLabels } from './SelectedLabels.tsx';
import type { Filter } from './types.ts';

interface Props {
  filters: readonly Filter[];
  values: ListQuery['values'];
  onRemove: (filter: Filter) => void;
}

/** Active filters with folded controls, each with a remove button. */
export function FilterChips({ filters, values, onRemove }: Props) {
  if (filters.length === 0) return null;
  return (
    <ul className="filter-chips phone-line row wrap slim gap-8" aria-label="已选条件">
      {filters.map((filter) => {
        const { label, labels: texts } = filterLabels(filter, values);
        const name = [label, texts.join('、')].filter(Boolean).join(' ');
        return (
          <li key={fieldsOf(filter).join()} className="row slim gap-6 on-s2 round-sm f13">
            {label && <span className="rigid faint">{label}</span>}
            <SelectedLabels labels={texts} />
            <IconButton size={24} aria-label={`去掉条件 ${name}`} onClick={() => onRemove(filter)}>
              <X size={13} aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
