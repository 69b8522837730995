import { Select } from 'antd';
import { X } from 'lucide-react';
import { useId } from 'react';
import { CustomerField } from '#features/customerEntry/web/service.ts';
import { keysOf } from '#shared/codes.ts';
import { useOptions } from '#web/data/dictionary.ts';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { Covered } from './Covered.tsx';
import { type RuleDraft, type ScopePart, type StoredRule, scopeParts } from './draft.ts';
import { useNames } from './useNames.ts';

interface Props {
  draft: RuleDraft;
  row: StoredRule | undefined;
  onChange: (patch: Partial<RuleDraft>) => void;
  problemOf: (...fields: string[]) => string | undefined;
  disabled: boolean;
}

const segments: readonly { key: ScopePart; label: string }[] = [
  { key: 'all', label: '全部' },
  ...keysOf(scopeParts).map((key) => ({ key, label: scopeParts[key] })),
];

const dictionaries = { chronic: 'chronic', tag: 'customer_tag', abilityLevel: 'ability_level' } as const;

function CodeSelect({
  part,
  draft,
  onChange,
  disabled,
}: Omit<Props, 'row' | 'problemOf'> & { part: keyof typeof dictionaries }) {
  const { scope } = draft;
  const selected = (scope[part] ?? []).map(String);
  const options = useOptions(dictionaries[part], selected);
  return (
    <Select
      mode="multiple"
      aria-label={scopeParts[part]}
      value={selected}
      options={options}
      disabled={disabled}
      placeholder={`选择${scopeParts[part]}`}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(values: string[]) =>
        onChange({ scope: { ...scope, [part]: part === 'abilityLevel' ? values.map(Number) : values } })
      }
    />
  );
}

function People({ draft, onChange, disabled }: Omit<Props, 'row' | 'problemOf'>) {
  const { scope } = draft;
  const ids = scope.customerIds ?? [];
  const names = useNames(ids);
  const personId = useId();
  const set = (customerIds: string[]) => onChange({ scope: { ...scope, customerIds } });
  return (
    <>
      {ids.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {ids.map((id) => (
            <span key={id} className="inline-flex items-center gap-1 rounded-sm bg-s3 px-2 text-[13px] leading-6">
              {names.get(id) ?? '…'}
              {!disabled && (
                <button
                  type="button"
                  className="inline-flex"
                  aria-label={`去掉 ${names.get(id) ?? ''}`}
                  onClick={() => set(ids.filter((other) => other !== id))}
                >
                  <X size={12} aria-hidden />
                </button>
              )}
            </span>
          ))}
        </div>
      )}
      {!disabled && (
        <>
          <label className="sr-only" htmlFor={personId}>
            添加人
          </label>
          <CustomerField
            value={undefined}
            disabled={false}
            attributes={{ id: personId }}
            onChange={(id) => typeof id === 'string' && !ids.includes(id) && set([...ids, id])}
          />
        </>
      )}
    </>
  );
}

/** Whom a rule is for; of several parts a person needs one. */
export function ScopeField({ draft, row, onChange, problemOf, disabled }: Props) {
  const { part, scope } = draft;
  const others = keysOf(scopeParts).filter((key) => key !== part && (scope[key]?.length ?? 0) > 0);
  return (
    <FieldBox
      field="scope"
      label="为谁"
      problem={problemOf('scope', 'scope.customerIds', 'scope.projectId', 'scope.chronic', 'scope.tag')}
    >
      <Segments
        label="为谁"
        segments={segments}
        value={part}
        onChange={(next) => !disabled && onChange({ part: next })}
      />
      {part === 'customerIds' && <People {...{ draft, onChange, disabled }} />}
      {part !== 'all' && part !== 'customerIds' && <CodeSelect {...{ part, draft, onChange, disabled }} />}
      {part !== 'all' && others.length > 0 && (
        <p className="text-xs text-text3">
          另有{others.map((key) => `${scopeParts[key]} ${scope[key]?.length} 项`).join('、')}，符合一项即可
        </p>
      )}
      <Covered draft={draft} row={row} />
    </FieldBox>
  );
}
