import { useSyncExternalStore } from 'react';
import { dropLocal, dropTabs, readLocal, readTab, writeLocal, writeTab } from '#web/core/storage.ts';

/** A node of the menu tree from the server; `url` is the route after the hash. */
export interface MenuNode {
  id: string;
  name: string;
  url: string;
  icon: string;
  type: 'dir' | 'menu' | 'link';
  /** False: the route opens, but the menu does not show it. */
  visible?: boolean;
  /** False: the page is unmounted while another one is in front. */
  cache?: boolean;
  children: MenuNode[];
}

/** The logged-in user from /api/user/getUserInfo. */
export interface UserInfo {
  id: string;
  account: string;
  name: string;
  avatar: string | null;
  departmentId: string;
  departmentName: string;
  extension: string | null;
  roles: { id: string; key: string; name: string }[];
  permissions: string[];
  mustChangePassword: boolean;
  timeZone: string;
  /** Absolute end of this login regardless of activity, an instant. */
  sessionEndsAt?: string | null;
  /** The scope is not limited by departments or projects. */
  platformWide: boolean;
}

/** Session data in the browser (specification section 3). */
export interface Session {
  token?: string;
  /** Seconds since 1970. */
  expTime?: number;
  menu: MenuNode[];
  /** Route URLs that the menu allows. */
  routes: string[];
  user?: UserInfo;
}

const keys = ['token', 'exp_time', 'menu', 'routes', 'user'] as const;
/** Key prefix in the tab's storage for data that belongs to one account. */
export const accountPrefix = 'account.';

const listeners = new Set<() => void>();
let state = readState();
let since = performance.now();

/** Returns the current session. */
export function session(): Session {
  return state;
}

/** Returns when this page got the token, ms on its own clock: nothing that needs a token was read before. */
export function sessionSince(): number {
  return since;
}

/** Returns the session; renders again when it changes, in this tab or in another one of the browser. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, session);
}

/** Calls `listener` after each change of the session; returns the function that unsubscribes. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Stores the answer of a login.
 * @param expTime seconds since 1970
 */
export function openSession(token: string, expTime: number): void {
  writeLocal('exp_time', expTime);
  writeLocal('token', token);
  refresh();
}

/** Stores a later end of the session, in seconds since 1970. */
export function setExpiry(expTime: number): void {
  writeLocal('exp_time', expTime);
  refresh();
}

/** Stores the menu tree and its routes. */
export function setMenu(menu: MenuNode[]): void {
  writeLocal('menu', menu);
  writeLocal('routes', routesOf(menu));
  refresh();
}

/** Stores the logged-in user; first clears open pages and drafts of another account. */
export function setUser(user: UserInfo): void {
  claimTab(user.id);
  writeLocal('user', user);
  refresh();
}

/**
 * Ends the session in this browser: clears token, menu, routes, user, open pages and drafts. The guard then shows
 * /login.
 */
export function closeSession(): void {
  dropLocal(...keys);
  dropTabs(accountPrefix);
  refresh();
}

/** Returns whether the expiry time has passed, so that the server must be asked (specification section 4). */
export function isExpired(expTime: number | undefined, nowMs: number): boolean {
  return expTime === undefined || expTime * 1000 <= nowMs;
}

/** Returns every URL of a menu tree, folders included, without duplicates. */
export function routesOf(menu: readonly MenuNode[]): string[] {
  const urls = menu.flatMap((node) => [...(node.type === 'link' ? [] : [node.url]), ...routesOf(node.children)]);
  return [...new Set(urls.filter((url) => url.startsWith('/')))];
}

/** Returns whether a route is in the allowed list; pages below it (`/warn/sos/12`) are allowed too. */
export function isAllowed(path: string, routes: readonly string[]): boolean {
  return routes.some((url) => path === url || path.startsWith(`${url}/`));
}

/** Returns whether the user has a permission key; a button without its key is not shown. */
export function can(key: string): boolean {
  return state.user?.permissions.includes(key) ?? false;
}

/** Returns the remembered account. */
export function rememberedAccount(): string | undefined {
  return readLocal<string>('account');
}

/** Remembers an account for the next login; undefined clears it. */
export function rememberAccount(account: string | undefined): void {
  if (account) writeLocal('account', account);
  else dropLocal('account');
}

/** Returns the ids of the menu folders closed in this tab; all others, new ones too, are open. */
export function closedFolders(): string[] {
  return readTab<string[]>(`${accountPrefix}closed_folders`) ?? [];
}

/** Stores the closed menu folders for the session of the tab. */
export function saveClosedFolders(ids: string[]): void {
  writeTab(`${accountPrefix}closed_folders`, ids);
}

/** Makes this tab follow a login and a logout in other tabs. Called once, before the first render. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== null && !(keys as readonly string[]).includes(event.key)) return;
    const previous = state;
    refresh();
    if (!state.token) dropTabs(accountPrefix);
    if (previous.user && state.user && previous.user.id !== state.user.id) reloadForOtherUser();
  });
}

/** Reloads the page: the next user must not see the pages and drafts of the previous one. */
function reloadForOtherUser(): void {
  dropTabs(accountPrefix);
  location.hash = '#/';
  location.reload();
}

function claimTab(userId: string): void {
  const owner = `${accountPrefix}owner`;
  if (readTab(owner) === userId) return;
  dropTabs(accountPrefix);
  writeTab(owner, userId);
}

function readState(): Session {
  if (typeof localStorage === 'undefined') return { menu: [], routes: [] };
  return {
    token: readLocal('token'),
    expTime: readLocal('exp_time'),
    menu: readLocal('menu') ?? [],
    routes: readLocal('routes') ?? [],
    user: readLocal('user'),
  };
}

function refresh(): void {
  const { token } = state;
  state = readState();
  if (state.token !== token) since = performance.now();
  for (const listener of listeners) listener();
}
