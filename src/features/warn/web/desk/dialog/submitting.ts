import type { Endpoint, OutputOf } from '#shared/endpoint.ts';
import { ApiError } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import type { FormValues } from '#web/form/types.ts';
import { serverProblems } from '#web/form/values.ts';
import { claimedBy, type RunAction } from '../useAction.ts';

/** A problem that belongs to no field of a form is told in words only: a dispatch under way is settled outside. */
function withoutField(error: unknown, field: string): unknown {
  if (!(error instanceof ApiError) || !serverProblems(error.data).some((problem) => problem.field === field))
    return error;
  return new ApiError({ code: error.code, msg: error.msg, status: error.status, traceId: error.traceId });
}

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
      const answer = await callValidated(endpoint, values);
      after?.(answer);
    };
    await run(send, done, (error) => {
      if (claimedBy(error) !== null) return false;
      refusal = withoutField(error, 'dispatch');
      return true;
    });
    if (refusal !== undefined) throw refusal;
  };
}
