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

/** What /api/login/accountLogin answers; `exp_time` in seconds since 1970. */
export interface LoginAnswer {
  token: string;
  exp_time: number;
}

/** After a login: stores token and expiry, then loads menu and person. Throws CallError when these can't be had. */
export async function enterSession(answer: LoginAnswer): Promise<void> {
  openSession(answer.token, answer.exp_time);
  await loadProfile();
}

/** The token with which menu and person were loaded last, in this page. */
let loadedWith: string | undefined;

/** True when menu and person were loaded with this token since the page was opened. */
export function isProfileLoaded(token: string | undefined): boolean {
  return token !== undefined && token === loadedWith;
}

/** Loads the menu tree and the person's data. */
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
 * Goes on with the session that the browser keeps: asks about a time that has passed, then loads menu and person. Who
 * asks while it runs waits for the same answers. Throws CallError when they can't be had.
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
 * Asks the server about a token whose time has passed: any code but 0 logs out, otherwise the expiry is refreshed
 * (specification section 4). A login that has lasted as long as it may is asked for again over what is open. No answer at all changes nothing: a broken network must not empty an operator's desk.
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

/** Over for its length alone: nobody ended it, and what the person has in hand stays theirs. */
function isSpent({ data }: ApiError): boolean {
  return (data as { reason?: unknown } | null)?.reason === 'absolute';
}

/**
 * Ends the session on the server and in this browser; the browser's part happens even if the server is gone. Who has
 * something in hand is asked first.
 */
export async function logout(): Promise<void> {
  if (!(await canLogout())) return;
  const request = send('POST', '/api/login/userLogout', {}, { atOnce: true });
  // At once: other tabs and the stream must not learn from the server that their session is over.
  closeSession();
  await request.catch(() => undefined);
}
