import type { ScaleItem } from '#shared/scale/definition.ts';
import { Button } from '#web/ui/Button.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { minuteText } from '../times.ts';
import type { Form } from '../useForm.ts';

interface Props {
  form: Form;
  /** Place of the value: `answers.B1.1`. */
  place: string;
  item?: ScaleItem;
}

/** Asks whose value stands where two people changed the same one. */
export function ClashNotice({ form: { view, saver, assessment }, place, item }: Props) {
  const clash = view.saves.clashes[place];
  if (!clash) return null;
  const theirs = view.saves.base.values[place];
  const text = (value: unknown) => valueText(value, item);
  const name = clash.by || '他人';
  return (
    <Callout tone="notice" role="alert" className="mx-4 mb-2 text-[13px]">
      <p>
        {name}
        {clash.at && ` 于 ${minuteText(clash.at, assessment.timeZone)} `}填了「{text(theirs)}」，你填的是「
        {text(clash.mine)}
        」。用哪个？
      </p>
      <p className="flex flex-wrap gap-2 mt-2">
        <Button small onClick={() => saver.decide(place, false)}>
          用{name}的
        </Button>
        <Button small onClick={() => saver.decide(place, true)}>
          用我的
        </Button>
      </p>
    </Callout>
  );
}

/** Text of a value of a form: an option in words, otherwise as it is. */
function valueText(value: unknown, item: ScaleItem | undefined): string {
  if (value === undefined || value === null || value === '') return '没有填';
  const option = item?.options.find(({ code }) => code === value);
  if (option) return `${option.points} ${option.label}`;
  if (Array.isArray(value)) return value.join('、') || '无';
  if (typeof value === 'boolean') return value ? '有' : '无';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, count]) => `${key} ${count}`)
      .join('、');
  return String(value);
}
