import type { RefObject } from 'react';
import type { ScaleItem } from '#shared/scale/definition.ts';
import { ClashNotice } from './save/ClashNotice.tsx';
import type { Form } from './useForm.ts';

interface Props {
  form: Form;
  item: ScaleItem;
  field: RefObject<HTMLInputElement | null>;
}

/** Words that stand with an answer; Enter and Esc return to the item. */
export function NoteField({ form, item, field }: Props) {
  const { notes, edits, setNote } = form;
  return (
    <>
      <ClashNotice form={form} place={`notes.${item.code}`} item={item} />
      <label className="flex items-center gap-2.5 px-4 py-2 border-t border-line text-[13px] text-text2">
        依据
        <input
          ref={field}
          className="assess-input flex-1 min-w-0"
          maxLength={500}
          placeholder={edits ? '谁说的、看到什么' : undefined}
          readOnly={!edits}
          value={notes[item.code] ?? ''}
          onChange={({ target }) => setNote(item.code, target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
            if (event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            event.currentTarget.closest<HTMLElement>('section')?.focus();
          }}
        />
        <kbd>N</kbd>
      </label>
    </>
  );
}
