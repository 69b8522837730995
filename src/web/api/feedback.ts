import { texts } from '#web/core/texts.ts';
import { toast } from '#web/message/message.tsx';
import { ApiError } from './request.ts';

/** Returns the message for a failure: the server's, else `fallback`. */
export function errorText(error: unknown, fallback: string = texts.failed): string {
  if (error instanceof ApiError) return error.msg || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}

/** Returns whether the user or a newer request cancelled the call: nothing is shown then. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Runs the action of a button and toasts its outcome.
 * @param messages texts; default 操作成功 and 操作失败. `done: null`: no toast after success
 * @returns the result, or undefined if it failed
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

/** Runs an action without a result and toasts its outcome; returns whether it succeeded. */
export async function succeeds(action: () => Promise<unknown>, done: string, failed: string): Promise<boolean> {
  return (await withToast(action, { done, failed })) !== undefined;
}

/** Duration of a fault's toast: longer, so that the user can copy its trace id. */
const faultMs = 10_000;

/**
 * Toasts what failed, why, and what to do: a refusal has its own text; a fault suggests a retry and shows its trace id.
 */
export function showFailure(error: unknown, what: string): void {
  const fault = faultOf(error);
  if (fault) toast.error(`${failureText(error, what)}。${faultAdvice}`, faultMs, fault.traceId);
  else toast.error(failureText(error, what));
}

const faultAdvice = '请稍后重试，仍不行请把追踪号告诉管理员';

/** Returns the error if it is the product's own fault; undefined for a refusal and a lost connection. */
export function faultOf(error: unknown): ApiError | undefined {
  return error instanceof ApiError && error.status >= 500 ? error : undefined;
}

/** Returns the message of a failure for the page; a fault of the product with advice and its trace id. */
export function problemText(error: unknown, fallback?: string): string {
  const fault = faultOf(error);
  if (!fault) return errorText(error, fallback);
  const trace = fault.traceId ? `（追踪号 ${fault.traceId}）` : '';
  return `${errorText(error, fallback)}。${faultAdvice}${trace}`;
}

/** Joins what failed and why: 「删除失败：设备有未结案告警」. */
function failureText(error: unknown, what: string): string {
  const reason = errorText(error, what);
  return reason === what ? what : `${what}：${reason}`;
}
