import type { Endpoint, OutputOf } from '#shared/endpoint.ts';
import { ApiError } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import type { FormValues } from '#web/form/types.ts';
import { serverProblems } from '#web/form/values.ts';
import { claimedBy, type RunAction } from './useAction.ts';

/**
 * Strips the field from a problem that belongs to no field of the form, e.g. an active dispatch: only its text is
 * shown.
 */
function withoutField(error: unknown, field: string): unknown {
  if (!(error instanceof ApiError) || !serverProblems(error.data).some((problem) => problem.field === field))
    return error;
  return new ApiError({ code: error.code, msg: error.msg, status: error.status, traceId: error.traceId });
}

/**
 * Submits a form of the open warn with validated values. Rethrows a refusal, so that the form stays open with it;
 * closes the form if another user handles the warn (the box has said so).
 * @param done toast after success
 * @param after receives the answer
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
