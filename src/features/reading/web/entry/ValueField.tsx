import { Input, Select } from 'antd';
import type { ReadingLevel } from '#shared/health/bands.ts';
import { type ReadingKindName, readingKinds } from '#shared/health/readingKinds.ts';
import { otherUnitOf, unitSymbol } from '#shared/health/units.ts';
import type { ControlProps } from '#web/form/types.ts';
import { LevelWord } from '../LevelWord.tsx';
import './entry.css';
import type { Typed } from './entryValues.ts';

interface Props extends ControlProps {
  label: string;
  /** One kind, or the two of a pressure. */
  kinds: readonly ReadingKindName[];
  levels: Readonly<Partial<Record<ReadingKindName, ReadingLevel | null>>>;
  /** Last values as texts, shown in grey. */
  last: Readonly<Partial<Record<ReadingKindName, string>>>;
}

const nothing: Typed = { texts: {} };

/** Cells of a measured value with the choice of its unit; the level appears while typing. */
export function ValueField({ label, kinds, levels, last, value, onChange, disabled, attributes }: Props) {
  const typed = (value as Typed | undefined) ?? nothing;
  const [first] = kinds;
  const own = first ? readingKinds[first].unit : '1';
  const other = first && otherUnitOf(first);
  const { unit = own } = typed;
  function put(next: Typed): void {
    const isEmpty = Object.values(next.texts).every((text) => !text) && (next.unit ?? own) === own;
    onChange(isEmpty ? undefined : next);
  }
  const { id, ...aria } = attributes;
  return (
    <span className="flex items-center gap-2">
      {kinds.map((kind, index) => {
        const level = levels[kind] ?? null;
        const isOnly = kinds.length === 1;
        const cell = index === 0 ? id : `${id}-${kind}`;
        return (
          <span key={kind} className="flex flex-1 items-center gap-2 min-w-0">
            {index > 0 && <span aria-hidden>/</span>}
            <Input
              {...aria}
              id={cell}
              aria-label={isOnly ? undefined : readingKinds[kind].title}
              aria-describedby={[aria['aria-describedby'], level && `${cell}-level`].filter(Boolean).join(' ')}
              className={level ? `entry-cell level${level}` : 'entry-cell'}
              inputMode="decimal"
              autoComplete="off"
              disabled={disabled}
              value={typed.texts[kind] ?? ''}
              placeholder={unit === own ? last[kind] : undefined}
              suffix={
                <span className="flex items-center gap-2">
                  <span id={`${cell}-level`}>
                    <LevelWord level={level} />
                  </span>
                  {!other && unitSymbol(own)}
                </span>
              }
              onChange={({ target }) => put({ ...typed, texts: { ...typed.texts, [kind]: target.value } })}
            />
          </span>
        );
      })}
      {other && (
        <Select
          className="entry-unit flex-none"
          aria-label={`${label}单位`}
          disabled={disabled}
          value={unit}
          options={[own, other].map((each) => ({ value: each, label: unitSymbol(each) }))}
          onChange={(chosen: string) => put({ ...typed, unit: chosen })}
        />
      )}
    </span>
  );
}
