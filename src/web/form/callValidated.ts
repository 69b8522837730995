import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';

/** Validates a value as the input of a call; throws the server's error. Loads the open form's code. */
async function validated<E extends Endpoint>(endpoint: E, value: unknown): Promise<InputOf<E>> {
  return (await import('./formInput.ts')).validated(endpoint, value);
}

/** Validates composed input by the contract, then calls the endpoint; rejects with the server's error. */
export async function callValidated<E extends Endpoint>(endpoint: E, input: unknown): Promise<OutputOf<E>> {
  return callApi(endpoint, await validated(endpoint, input));
}
