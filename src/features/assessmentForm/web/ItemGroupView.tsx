import type { RefObject } from 'react';
import { ItemLine } from './ItemLine.tsx';
import { answerCount, type ItemGroup, labelParts, mostPoints, numberOf, openItems } from './items.ts';
import { OpenItem } from './OpenItem.tsx';
import type { Form } from './useForm.ts';

/** Names of more characters get half of the line. */
const shortName = 8;

interface Props {
  form: Form;
  group: ItemGroup;
  marked: readonly number[];
  note: RefObject<HTMLInputElement | null>;
  /** Called with the next open item after a choice by pointer. */
  onChosen: (next: string | undefined) => void;
}

/** Items of one part: one is in front, the others are single lines. */
export function ItemGroupView({ form, group, marked, note, onChosen }: Props) {
  const { place, answers, edits, scale, groups } = form;
  const { items } = group;
  const all = answerCount(items);
  const open = openItems([group], answers);
  const openCodes = new Set(open.map(({ code }) => code));
  const before = groups.slice(0, groups.indexOf(group)).reduce((sum, each) => sum + each.items.length, 0);
  return (
    <section aria-label={group.label}>
      <h2 className="assess-group flex items-baseline gap-2 text-base">
        {/^[A-Z]\d?$/.test(group.code) && <span className="text-[13px] text-text3">{group.code}</span>}
        {group.label}
        <small>
          {all} 项{scale.total.of === 'sum' && `，满分 ${mostPoints(items)}`}，已答 {all - answerCount(open)}
        </small>
      </h2>
      <ol className={items.some(({ label }) => labelParts(label).name.length > shortName) ? 'assess-long' : undefined}>
        {items.map((item, at) => {
          const number = numberOf(item.code, before + at + 1);
          if (item.code !== place)
            return (
              <ItemLine
                key={item.code}
                {...{ form, item, number }}
                spared={!(item.code in answers) && !openCodes.has(item.code)}
              />
            );
          return (
            <OpenItem
              key={item.code}
              {...{ form, item, number, marked, note }}
              onChosen={(option) => edits && onChosen(form.answer(item, option))}
            />
          );
        })}
      </ol>
    </section>
  );
}
