import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import type { Form } from '../useForm.ts';
import { unsavedCount } from './saves.ts';

const itemOf = (place: string) => place.slice(place.indexOf('.') + 1);

/** What is not stored and why: failed requests, refused changes, and values that two people changed. */
export function SaveStrips({ form }: { form: Form }) {
  const { view, saver, scale, goTo } = form;
  const { saves, failure, refusal } = view;
  const clashes = Object.keys(saves.clashes);
  const labels = new Map([
    ...scale.items.map(({ code, label }) => [code, label] as const),
    ...(scale.facts ?? []).map(({ key, label }) => [key, label] as const),
  ]);
  return (
    <>
      {failure !== undefined && (
        <Strip tone="warn" role="alert">
          未保存 {unsavedCount(saves)} 项，正在重试：{failure}。可以接着填，连上后自动补存。
          <Button kind="link" onClick={() => saver.retry()}>
            立即重试
          </Button>
        </Strip>
      )}
      {refusal !== undefined && (
        <Strip tone="urgent" role="alert">
          {unsavedCount(saves)} 项没有保存：{refusal}
          <Button kind="link" onClick={() => saver.retry()}>
            重试
          </Button>
          <Button kind="link" onClick={() => saver.discard()}>
            放弃这些改动
          </Button>
        </Strip>
      )}
      {clashes.length > 0 && (
        <Strip tone="notice" role="status">
          {clashes.length} 项别人刚改过，请选用哪个：
          {clashes.map((place) => (
            <Button
              key={place}
              kind="link"
              onClick={() => goTo(scale.items.some(({ code }) => code === itemOf(place)) ? itemOf(place) : null)}
            >
              {labels.get(itemOf(place)) ?? '按比例折算'}
            </Button>
          ))}
        </Strip>
      )}
    </>
  );
}
