import { Check } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { ScaleItem } from '#shared/scale/definition.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { chosenOf, labelParts, maxOf } from './items.ts';
import { NoteField } from './NoteField.tsx';
import { optionKeys } from './optionKeys.ts';
import { ClashNotice } from './save/ClashNotice.tsx';
import { BothAnswers, TrailOf } from './Trail.tsx';
import type { Form } from './useForm.ts';

interface Props {
  form: Form;
  item: ScaleItem;
  number: string;
  /** Places of the options that the next key decides between. */
  marked: readonly number[];
  note: RefObject<HTMLInputElement | null>;
  onChosen: (option: string) => void;
}

/** Room below the item in front, px: the next ones are in sight. */
const roomBelow = 80;

/** Returns the element that scrolls the items: the list, in a narrow window the whole page. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  const list = element.closest<HTMLElement>('.assess-items');
  return list && getComputedStyle(list).overflowY === 'auto' ? list : (list?.parentElement ?? null);
}

/** Scrolls the item in front into view and gives it the focus, unless the user is in a control of it. */
function useInFront(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    const scroller = element && scrollerOf(element);
    if (!element || !scroller) return;
    const { top, bottom, height } = element.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    const isVisible = top >= view.top + roomBelow && bottom <= view.bottom - roomBelow;
    if (!isVisible) scroller.scrollTop += top - view.top - Math.max(roomBelow, (view.height - height) / 3);
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, [frame]);
}

/** The item in front: its options in words with their points, and the words that stand with the answer. */
export function OpenItem({ form, item, number, marked, note, onChosen }: Props) {
  const { answers, trail, assessment, edits, view } = form;
  const frame = useRef<HTMLElement>(null);
  useInFront(frame);
  const keys = optionKeys(item.options);
  const chosen = chosenOf(item, answers);
  const { name, more } = labelParts(item.label);
  const entry = chosen && trail[item.code];
  const isStored = !(`answers.${item.code}` in { ...view.saves.waiting, ...view.saves.sending });
  const last = assessment.before?.answers[item.code];
  const zone = assessment.timeZone;
  return (
    <li data-item={item.code}>
      <section
        ref={frame}
        className="assess-open rounded-lg bg-container"
        tabIndex={-1}
        aria-label={`${number} ${item.label}，满分 ${maxOf(item)}`}
      >
        <header className="flex items-center flex-wrap gap-x-3 gap-y-1 px-4 py-3">
          <h3 className="flex items-baseline gap-2 text-lg leading-7">
            <small>{number}</small> {name} <small>满分 {maxOf(item)}</small>
          </h3>
          {chosen && edits && (
            <Button kind="link" className="text-xs" onClick={() => form.answer(item, null)}>
              清除答案
            </Button>
          )}
          <span className="flex items-center flex-wrap gap-2 ml-auto">
            {chosen && isStored && entry && <Check size={14} className="text-success" aria-label="已存" />}
            {chosen && <BothAnswers item={item} entry={entry} zone={zone} answer={chosen.code} />}
            {chosen && isStored && <TrailOf item={item} entry={entry} zone={zone} />}
            {chosen && !isStored && <span className="text-xs text-text3">保存中</span>}
          </span>
          {item.oneOf !== undefined && <p className="w-full text-[13px] text-text2">同组的几项里只答一项</p>}
          {more && <p className="w-full text-[13px] text-text2">{more}</p>}
        </header>
        <ClashNotice form={form} place={`answers.${item.code}`} item={item} />
        <fieldset aria-label={`${item.label}的选项`} disabled={!edits}>
          {item.options.map(({ code, label, points }, at) => (
            <button
              key={code}
              type="button"
              className={`assess-option inner-focus ${marked.includes(at) ? 'marked' : ''}`}
              aria-pressed={chosen?.code === code}
              aria-keyshortcuts={keys[at]?.split('').join(' ')}
              onClick={() => onChosen(code)}
            >
              <span className="assess-key" aria-hidden="true">
                {keys[at]}
              </span>
              <span className="min-w-0">
                {label} {last === code && <Badge>上次</Badge>}
              </span>
              <span className="ml-auto text-[13px] text-text2 whitespace-nowrap">{points} 分</span>
            </button>
          ))}
        </fieldset>
        {item.notes && <NoteField form={form} item={item} field={note} />}
      </section>
    </li>
  );
}
