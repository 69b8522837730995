import type { LevelOperator } from '#shared/scale/definition.ts';
import type { Draft, DraftWhen } from '../draft/draft.ts';
import { useEditing } from '../editor/editing.ts';
import { NumberCell, SelectCell, TextCell } from '../field/fields.tsx';

interface Props<W = DraftWhen> {
  when: W;
  place: string;
  onChange: (when: DraftWhen) => void;
}

type Of<K extends string> = Extract<DraftWhen, Record<K, unknown>>;

const itemOptions = ({ items }: Draft) => items.map(({ code, label }) => ({ value: code, label: `${code} ${label}` }));
const factOptions = ({ facts = [] }: Draft, kinds: readonly string[]) =>
  facts.filter(({ kind }) => kinds.includes(kind)).map(({ key, label }) => ({ value: key, label: label || key }));

function AnswerWhen({ when, place, onChange }: Props<Of<'answer'>>) {
  const { draft } = useEditing();
  const [item, option] = when.answer;
  const options = draft.items.find(({ code }) => code === item)?.options ?? [];
  return (
    <>
      <SelectCell
        {...{
          place: `${place}.answer[0]`,
          label: '条目',
          value: item,
          options: itemOptions(draft),
          className: 'scale-pick',
        }}
        onChange={(next) => {
          const last = draft.items.find(({ code }) => code === next)?.options.at(-1)?.code ?? '';
          onChange({ answer: [next, last] });
        }}
      />
      选
      <SelectCell
        {...{ place: `${place}.answer[1]`, label: '选项', value: option, className: 'scale-pick' }}
        options={options.map(({ code, label, points }) => ({ value: code, label: `${points ?? '?'} ${label}` }))}
        onChange={(next) => onChange({ answer: [item, next] })}
      />
    </>
  );
}

function FlagWhen({ when, place, onChange }: Props<Of<'flag'>>) {
  const options = factOptions(useEditing().draft, ['flag']);
  return (
    <SelectCell
      {...{ place: `${place}.flag`, label: '情况', value: when.flag, options, className: 'scale-pick' }}
      onChange={(flag) => onChange({ flag })}
    />
  );
}

function SumWhen({ when, place, onChange }: Props<Of<'sum'>>) {
  const options = factOptions(useEditing().draft, ['counts']);
  return (
    <>
      <SelectCell
        {...{ place: `${place}.sum`, label: '事件', value: when.sum, options, className: 'scale-pick' }}
        onChange={(sum) => onChange({ ...when, sum })}
      />
      不少于
      <NumberCell
        {...{ place: `${place}.gte`, label: '次数', value: when.gte, unit: '次' }}
        onChange={(gte) => onChange({ ...when, gte })}
      />
    </>
  );
}

type Bound = number | string | null | undefined;

/** One end of a range: a number, an option or a code of diagnoses. */
function BoundCell({
  fact,
  place,
  label,
  value,
  onChange,
}: {
  fact: NonNullable<Draft['facts']>[number] | undefined;
  place: string;
  label: string;
  value: Bound;
  onChange: (value: Bound) => void;
}) {
  if (fact?.kind === 'number')
    return (
      <NumberCell
        {...{ place, label, value: typeof value === 'number' ? value : null }}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  if (fact?.options)
    return (
      <SelectCell
        {...{ place, label, value: typeof value === 'string' ? value : undefined }}
        options={fact.options.map((option) => ({ value: option.code, label: option.label }))}
        onChange={onChange}
      />
    );
  return (
    <TextCell
      {...{ place, label, value: String(value ?? ''), className: 'scale-code', placeholder: '如 F00' }}
      onChange={(text) => onChange(text.trim().toUpperCase() || undefined)}
    />
  );
}

function FactWhen({ when, place, onChange }: Props<Of<'fact'>>) {
  const { draft } = useEditing();
  const fact = draft.facts?.find(({ key }) => key === when.fact);
  const set = (patch: { from?: Bound; to?: Bound }) => {
    const entries = Object.entries({ ...when, ...patch }).filter(([, value]) => value !== undefined);
    onChange(Object.fromEntries(entries) as unknown as DraftWhen);
  };
  return (
    <>
      <SelectCell
        {...{ place: `${place}.fact`, label: '事实', value: when.fact, className: 'scale-pick' }}
        options={factOptions(draft, ['codes', 'number', 'choice'])}
        onChange={(key) => onChange({ fact: key })}
      />
      从
      <BoundCell
        {...{ fact, place: `${place}.from`, label: '起', value: when.from }}
        onChange={(from) => set({ from })}
      />
      到
      <BoundCell {...{ fact, place: `${place}.to`, label: '止', value: when.to }} onChange={(to) => set({ to })} />
    </>
  );
}

const operators = [
  { value: '=', label: '等于' },
  { value: '>=', label: '不低于' },
  { value: '<=', label: '不高于' },
  { value: 'in', label: '在' },
] as const satisfies readonly { value: LevelOperator; label: string }[];

function LevelWhen({ when, place, onChange }: Props<Of<'level'>>) {
  const { draft } = useEditing();
  const [part, op, n] = when.level;
  const [from, to] = Array.isArray(n) ? n : [n as number | null, n as number | null];
  const options = (draft.levels ?? []).map((level) => ({
    value: level.part,
    label: draft.parts?.find(({ code }) => code === level.part)?.label || level.part,
  }));
  const set = (nextOp: LevelOperator, low: number | null, high: number | null) =>
    onChange({ level: [part, nextOp, nextOp === 'in' ? [low, high] : low] });
  return (
    <>
      <SelectCell
        {...{ place: `${place}.level[0]`, label: '部分', value: part, options, className: 'scale-pick' }}
        onChange={(next) => onChange({ level: [next, op, n] })}
      />
      <SelectCell
        {...{ place: `${place}.level[1]`, label: '比较', value: op, options: operators, className: 'min-w-24' }}
        onChange={(next) => set(next, from ?? null, to ?? null)}
      />
      <NumberCell
        {...{ place: `${place}.level[2]`, label: '等级', value: from ?? null }}
        onChange={(low) => set(op, low, to ?? null)}
      />
      {op === 'in' && (
        <>
          到
          <NumberCell
            {...{ place: `${place}.level[2][1]`, label: '等级止', value: to ?? null }}
            onChange={(high) => set(op, from ?? null, high)}
          />
        </>
      )}
      级
    </>
  );
}

/** Fields of a condition that is no group. */
export function PlainWhen({ when, ...rest }: Props) {
  if ('answer' in when) return <AnswerWhen {...{ when, ...rest }} />;
  if ('flag' in when) return <FlagWhen {...{ when, ...rest }} />;
  if ('sum' in when) return <SumWhen {...{ when, ...rest }} />;
  if ('fact' in when) return <FactWhen {...{ when, ...rest }} />;
  return 'level' in when ? <LevelWhen {...{ when, ...rest }} /> : null;
}
