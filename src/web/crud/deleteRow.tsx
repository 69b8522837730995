import type { Holder } from '#shared/holder.ts';
import { errorText, isAborted, showFailure } from '#web/api/feedback.ts';
import { ApiError } from '#web/api/request.ts';
import { isAllowed, session } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import { box, toast } from '#web/message/message.tsx';
import { closeOnHashChange } from '#web/message/queue.ts';

/**
 * Deletes and toasts. A refusal because of dependent rows opens a box that names them and links to their lists.
 * @param how `instead`: alternative action offered in that box; `doneText`: toast after success
 * @returns true if it was deleted
 */
export async function deleteOrExplain(
  action: () => Promise<unknown>,
  {
    instead,
    doneText = '已删除',
  }: { instead?: { text: string; run: () => void } | undefined; doneText?: string | undefined } = {},
): Promise<boolean> {
  try {
    await action();
    toast.success(doneText);
    return true;
  } catch (error) {
    const holders = holdersOf(error);
    if (holders.length > 0) await explain(error, holders, instead);
    else if (!isAborted(error)) showFailure(error, '删除失败');
    return false;
  }
}

function holdersOf(error: unknown): readonly Holder[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  const { holders } = (error.data ?? {}) as { holders?: readonly Holder[] };
  return holders ?? [];
}

function explain(error: unknown, holders: readonly Holder[], aside?: { text: string; run: () => void }): Promise<void> {
  const { routes } = session();
  return box.alert(
    <>
      {errorText(error)}。
      <ul className="holders mt-2">
        {holders.map(({ noun, count: n, url }) => (
          <li className="flex justify-between border-t border-line py-1" key={noun}>
            {url && isAllowed(url.split('?')[0] ?? url, routes) ? (
              <a href={`#${url}`} onClick={closeOnHashChange}>
                {noun}
              </a>
            ) : (
              <span>{noun}</span>
            )}{' '}
            <b>{count(n)}</b>
          </li>
        ))}
      </ul>
    </>,
    { title: '不能删除', level: 'notice', ok: '知道了', ...(aside && { aside }) },
  );
}
