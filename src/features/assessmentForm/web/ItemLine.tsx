import type { ScaleItem } from '#shared/scale/definition.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { chosenOf, labelParts, maxOf } from './items.ts';
import { optionKeys } from './optionKeys.ts';
import { BothAnswers, TrailOf } from './Trail.tsx';
import type { Form } from './useForm.ts';

interface Props {
  form: Form;
  item: ScaleItem;
  number: string;
  /** Another item of its group has the answer. */
  spared: boolean;
}

/** An item that is not in front: a single line with its answer, or with its options in grey. */
export function ItemLine({ form, item, number, spared }: Props) {
  const { answers, trail, assessment, view, notes } = form;
  const chosen = chosenOf(item, answers);
  const entry = chosen && trail[item.code];
  const clash = view.saves.clashes[`answers.${item.code}`];
  const zone = assessment.timeZone;
  return (
    <li className={`assess-line ${chosen ? '' : 'open'}`} data-item={item.code}>
      <button type="button" className="assess-line-main" onClick={() => form.goTo(item.code)}>
        <span className="text-xs text-text3">{number}</span>
        <b className={chosen ? 'truncate' : 'truncate font-normal text-text2'} title={item.label}>
          {labelParts(item.label).name}
        </b>
        <span className={`assess-points ${chosen ? '' : 'open'}`}>
          {chosen ? chosen.points : <span aria-hidden="true">—</span>}
          {!chosen && <span className="sr-only">{spared ? '不用答' : '未答'}</span>}
        </span>
        <span className="truncate text-[13px]">
          {chosen ? chosen.label : spared ? '已由同组的另一项回答' : <Options item={item} />}
        </span>
      </button>
      {clash && <Badge tone="warn">与{clash.by || '他人'}不同</Badge>}
      {notes[item.code] !== undefined && <Badge title={notes[item.code]}>依据</Badge>}
      {chosen ? (
        <>
          <BothAnswers item={item} entry={entry} zone={zone} answer={chosen.code} />
          <TrailOf item={item} entry={entry} zone={zone} />
        </>
      ) : (
        <span className="text-xs text-text3 whitespace-nowrap">满分 {maxOf(item)}</span>
      )}
    </li>
  );
}

function Options({ item }: { item: ScaleItem }) {
  const keys = optionKeys(item.options);
  return item.options.map(({ code, label }, at) => (
    <span key={code} className="mr-3 text-text2">
      {keys[at]} {label}
    </span>
  ));
}
