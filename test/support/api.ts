export interface Answer<T> {
  status: number;
  code: number;
  data: T;
  count?: number;
}

/** A user who calls the HTTP API of a running product. */
export interface Caller {
  readonly token: string;
  /** Posts to `/api/<path>`; rejects only without an answer within `timeoutMs` (20 s). */
  call<T>(path: string, input?: Record<string, unknown>, timeoutMs?: number): Promise<Answer<T>>;
}

/** Logs in at `address` (without a trailing slash); throws when refused. */
export async function logIn(address: string, account: string, password: string): Promise<Caller> {
  const first = await post<{ token: string }>(address, 'login/accountLogin', { account, password }, '');
  if (first.code !== 0) throw new Error(`login refused: ${first.code}`);
  return callerOf(address, first.data.token);
}

/** Returns the user of a session. */
export function callerOf(address: string, token: string): Caller {
  return { token, call: (path, input = {}, timeoutMs) => post(address, path, input, token, timeoutMs) };
}

async function post<T>(
  address: string,
  path: string,
  input: Record<string, unknown>,
  token: string,
  timeoutMs = 20_000,
): Promise<Answer<T>> {
  const response = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer<T>, 'status'>) };
}
