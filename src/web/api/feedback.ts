import { texts } from '#web/core/texts.ts';
import { toast } from '#web/message/message.tsx';
import { ApiError } from './request.ts';

/** The sentence that a failure shows: the server's own, else `fallback`. */
export function errorText(error: unknown, fallback: string = texts.failed): string {
  if (error instanceof ApiError) return error.msg || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}

/** True when a person or a newer request gave the call up: nothing is shown then. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Carries out what a button does and says how it ended, as a toast.
 * @param messages what is said; by default 操作成功 and 操作失败. `done: null` says nothing after a success
 * @returns the result, or undefined when it failed
 */
export async function withToast<T>(
  action: () => Promise<T>,
  messages: { done?: string | null; failed?: string } = {},
): Promise<T | undefined> {
  try {
    const result = await action();
    if (messages.done !== null) toast.success(messages.done ?? texts.succeeded);
    return result;
  } catch (error) {
    if (!isAborted(error)) showFailure(error, messages.failed ?? texts.failed);
    return undefined;
  }
}

/** The same for a deed that answers nothing: true when it was done. */
export async function succeeds(action: () => Promise<unknown>, done: string, failed: string): Promise<boolean> {
  return (await withToast(action, { done, failed })) !== undefined;
}

/** A fault of the product stands longer: it has a number that somebody may want to copy. */
const faultMs = 10_000;

/**
 * Says as a toast what failed, why, and what to do: a refusal says it itself; a fault is to be tried again, and has the
 * number that finds it in the log.
 */
export function showFailure(error: unknown, what: string): void {
  const fault = faultOf(error);
  if (fault) toast.error(`${failureText(error, what)}。${faultAdvice}`, faultMs, fault.traceId);
  else toast.error(failureText(error, what));
}

const faultAdvice = '请稍后重试，仍不行请把追踪号告诉管理员';

/** The product's own fault, which the person can do nothing about; undefined for a refusal and a cut line. */
export function faultOf(error: unknown): ApiError | undefined {
  return error instanceof ApiError && error.status >= 500 ? error : undefined;
}

/** A failure as a sentence that stands in the page: a fault of the product with what to do and its trace number. */
export function problemText(error: unknown, fallback?: string): string {
  const fault = faultOf(error);
  if (!fault) return errorText(error, fallback);
  const trace = fault.traceId ? `（追踪号 ${fault.traceId}）` : '';
  return `${errorText(error, fallback)}。${faultAdvice}${trace}`;
}

/** 「删除失败：设备有未结案告警」: what failed, then why. */
function failureText(error: unknown, what: string): string {
  const reason = errorText(error, what);
  return reason === what ? what : `${what}：${reason}`;
}
