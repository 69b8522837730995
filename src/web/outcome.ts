import { toast } from './message.tsx';
import { CallError } from './request.ts';
import { texts } from './texts.ts';

/** The sentence that a failure shows: the server's own, else `fallback`. */
export function errorText(error: unknown, fallback: string = texts.failed): string {
  if (error instanceof CallError) return error.msg || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}

/** True when a person or a newer request gave the call up: nothing is shown then. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Carries out what a button does and says how it ended, as a toast.
 * @param words what is said; by default 操作成功 and 操作失败. `done: null` says nothing after a success
 * @returns the result, or undefined when it failed
 */
export async function attempt<T>(
  action: () => Promise<T>,
  words: { done?: string | null; failed?: string } = {},
): Promise<T | undefined> {
  try {
    const result = await action();
    if (words.done !== null) toast.success(words.done ?? texts.succeeded);
    return result;
  } catch (error) {
    if (!isGivenUp(error)) toast.error(failureText(error, words.failed ?? texts.failed));
    return undefined;
  }
}

/** 「删除失败：设备有未结案告警」: what failed, then why. */
function failureText(error: unknown, what: string): string {
  const why = errorText(error, what);
  return why === what ? what : `${what}：${why}`;
}
