import { canLogout } from '#web/core/logoutGuard.ts';
import { recordEnding } from './ending.ts';
import { ApiError, loggedInAgain, send } from './request.ts';
import {
  closeSession,
  isExpired,
  type MenuNode,
  openSession,
  session,
  setExpiry,
  setMenu,
  setUser,
  type UserInfo,
} from './session.ts';

/** Answer of /api/login/accountLogin; `exp_time` in seconds since 1970. */
export interface LoginAnswer {
  token: string;
  exp_time: number;
}

/** Stores token and expiry after a login, then loads menu and user. Throws CallError if the load fails. */
export async function enterSession(answer: LoginAnswer): Promise<void> {
  openSession(answer.token, answer.exp_time);
  await loadProfile();
}

/** The token of the last load of menu and user in this page. */
let loadedWith: string | undefined;

/** Returns whether menu and user were loaded with this token since the page was opened. */
export function isProfileLoaded(token: string | undefined): boolean {
  return token !== undefined && token === loadedWith;
}

/** Loads the menu tree and the user's data. */
export async function loadProfile(): Promise<void> {
  const [menu, user] = await Promise.all([
    send<MenuNode[]>('GET', '/api/user/getUserMenu', {}),
    send<UserInfo>('POST', '/api/user/getUserInfo', {}),
  ]);
  setUser(user);
  setMenu(menu);
  loadedWith = session().token;
}

let resuming: Promise<void> | undefined;

/**
 * Resumes the stored session: checks an expired time, then loads menu and user. Concurrent calls share one run. Throws
 * CallError if the load fails.
 */
export function resume(): Promise<void> {
  resuming ??= refreshExpiry(Date.now())
    .then(() => (session().token ? loadProfile() : undefined))
    .finally(() => {
      resuming = undefined;
    });
  return resuming;
}

/**
 * Asks the server about an expired token: code 0 refreshes it, others log out (specification section 4), past its
 * absolute end the login dialog opens. Without an answer nothing changes: an operator must not lose the desk.
 */
export async function refreshExpiry(nowMs: number): Promise<void> {
  const { token, expTime } = session();
  if (!token || !isExpired(expTime, nowMs)) return;
  try {
    const { exp_time } = await send<{ exp_time: number }>('POST', '/api/login/validateToken', {}, { atOnce: true });
    setExpiry(exp_time);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || session().token !== token) return;
    if (isSpent(error)) await loggedInAgain(token);
    else {
      recordEnding(token, error);
      closeSession();
    }
  }
}

/** Returns whether the session reached its absolute end; the user keeps their open work then. */
function isSpent({ data }: ApiError): boolean {
  return (data as { reason?: unknown } | null)?.reason === 'absolute';
}

/**
 * Ends the session on the server and in this browser, in the browser even without an answer. A user with open work is
 * asked first.
 */
export async function logout(): Promise<void> {
  if (!(await canLogout())) return;
  const request = send('POST', '/api/login/userLogout', {}, { atOnce: true });
  // Immediately: other tabs and the stream must not learn from the server that their session is over.
  closeSession();
  await request.catch(() => undefined);
}
