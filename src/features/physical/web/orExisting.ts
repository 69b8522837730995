import { ApiError } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';

/** Returns the id in a refusal for the same person, day and institution; undefined for any other error. */
function existingId(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { id } = (error.data ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}

/**
 * Stores an examination. Where one of the same person, day and institution is there, asks: returns that one if it is to
 * be opened, rejects as aborted if the input is to be changed.
 */
export async function orExisting(store: () => Promise<{ id: string }>): Promise<{ id: string }> {
  try {
    return await store();
  } catch (error) {
    const id = existingId(error);
    if (id === undefined) throw error;
    const opens = await box.confirm('同一人、同一天、同一机构只有一份体检。可以打开已有的一份，或返回改日期、机构。', {
      title: '这份体检已经有了',
      level: 'notice',
      ok: '打开已有的',
      cancel: '返回修改',
    });
    if (!opens) throw new DOMException('declined', 'AbortError');
    return { id };
  }
}
