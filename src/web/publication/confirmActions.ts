// publication: shared parts of notices and news: form, states, facts and actions.

import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { succeeds } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';

interface ConfirmOptions {
  /** Verb on the confirm button. */
  verb: string;
  danger?: boolean;
}

type Action = () => Promise<boolean>;

/** Calls and toasts the outcome: 「已撤回」 or 「撤回失败：…」. Returns whether it succeeded. */
export function runAction<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  doneText: string,
  verb: string,
): Promise<boolean> {
  return succeeds(() => callApi(endpoint, input), doneText, `${verb}失败`);
}

/** Asks first; returns whether something changed. */
export async function confirmAction(
  question: string,
  { verb, danger }: ConfirmOptions,
  action: Action,
): Promise<boolean> {
  return (await box.confirm(question, { ok: verb, ...(danger ? { danger } : {}) })) && action();
}

/** Asks for a reason first; returns whether something changed. */
export async function actionWithReason(
  question: string,
  { verb, rowLabel, danger }: ConfirmOptions & { rowLabel: string },
  action: (reason: string) => Promise<boolean>,
): Promise<boolean> {
  const reason = await box.prompt(question, {
    title: `${verb}${rowLabel}`,
    label: `${verb}原因`,
    ok: verb,
    ...(danger ? { danger } : {}),
    required: true,
    multiline: true,
    maxLength: 200,
    validator: (typed) => typed.trim().length >= 2 || `请输入2-200个字的${verb}原因`,
  });
  return reason !== null && action(reason);
}
