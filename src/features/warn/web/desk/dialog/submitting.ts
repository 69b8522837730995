import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { FormValues } from '#web/form/types.ts';
import { call } from '#web/request.ts';
import { type RunAction, takenBy } from '../useAction.ts';

/**
 * Submits a form of the open alarm: its values are the input of the endpoint whose schema has judged them.
 * What is refused is thrown on, so that the form stays open and shows it; where somebody else has the alarm the box has
 * said so, and the form closes.
 * @param done toast after a success
 * @param after takes the answer over
 */
export function submitting<E extends Endpoint>(
  run: RunAction,
  endpoint: E,
  done: string,
  after?: (answer: OutputOf<E>) => void,
): (values: FormValues) => Promise<void> {
  return async (values) => {
    let refusal: unknown;
    const send = async () => {
      const answer = await call(endpoint, values as InputOf<E>);
      after?.(answer);
    };
    await run(send, done, (error) => {
      if (takenBy(error) !== null) return false;
      refusal = error;
      return true;
    });
    if (refusal !== undefined) throw refusal;
  };
}
