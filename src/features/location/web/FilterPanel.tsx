import { FilterField } from '#web/table/filter/FilterField.tsx';
import { fieldsOf } from '#web/table/query.ts';
import type { Filter } from '#web/table/types.ts';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  filters: readonly Filter[];
  values: Readonly<Record<string, string>>;
  onChange: (patch: Readonly<Record<string, string>>) => void;
}

/** All filters but the search box, below it. */
export default function FilterPanel({ filters, values, onChange }: Props) {
  const shown = filters.filter(({ elsewhere }) => !elsewhere);
  const cleared = Object.fromEntries(shown.flatMap(fieldsOf).map((field) => [field, '']));
  return (
    <fieldset className="place-filters filter-fields flex flex-col gap-2" aria-label="筛选">
      {shown.map((filter) => (
        <FilterField
          key={fieldsOf(filter).join()}
          filter={filter}
          values={values}
          onChange={(patch) => onChange(patch)}
        />
      ))}
      <Button kind="link" className="self-start" onClick={() => onChange(cleared)}>
        清除筛选
      </Button>
    </fieldset>
  );
}
