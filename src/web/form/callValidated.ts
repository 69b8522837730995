import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';

/** The value as the input of a call; throws as the server would refuse it. Its code is that of the open form. */
async function validated<E extends Endpoint>(endpoint: E, value: unknown): Promise<InputOf<E>> {
  return (await import('./formInput.ts')).validated(endpoint, value);
}

/** Makes a call with what a form has put together, judged by the contract first; rejects as the server would. */
export async function callValidated<E extends Endpoint>(endpoint: E, input: unknown): Promise<OutputOf<E>> {
  return callApi(endpoint, await validated(endpoint, input));
}
