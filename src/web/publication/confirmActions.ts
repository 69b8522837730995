// publication: what notices and articles share: form, states, facts and what is done with them.

import type { Endpoint, InputOf } from '#shared/endpoint.ts';
import { succeeds } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';

interface Asked {
  /** The verb on the confirming button. */
  verb: string;
  danger?: boolean;
}

type Deed = () => Promise<boolean>;

/** Calls and says how it ended: 「已撤回」 or 「撤回失败：…」. True when it was done. */
export function done<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  words: string,
  verb: string,
): Promise<boolean> {
  return succeeds(() => callApi(endpoint, input), words, `${verb}失败`);
}

/** Asks first; true when something changed. */
export async function afterAsking(question: string, { verb, danger }: Asked, deed: Deed): Promise<boolean> {
  return (await box.confirm(question, { ok: verb, ...(danger ? { danger } : {}) })) && deed();
}

/** Asks for a reason first; true when something changed. */
export async function withReason(
  question: string,
  { verb, noun, danger }: Asked & { noun: string },
  deed: (reason: string) => Promise<boolean>,
): Promise<boolean> {
  const reason = await box.prompt(question, {
    title: `${verb}${noun}`,
    label: `${verb}原因`,
    ok: verb,
    ...(danger ? { danger } : {}),
    required: true,
    multiline: true,
    maxLength: 200,
    validator: (typed) => typed.trim().length >= 2 || `请输入2-200个字的${verb}原因`,
  });
  return reason !== null && deed(reason);
}
