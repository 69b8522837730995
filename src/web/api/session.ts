import { useSyncExternalStore } from 'react';
import { dropLocal, dropTabs, readLocal, readTab, writeLocal, writeTab } from '#web/core/storage.ts';

/** A node of the menu tree as the server sends it; `url` is the route after the hash. */
export interface MenuNode {
  id: string;
  name: string;
  url: string;
  icon: string;
  type: 'dir' | 'menu' | 'link';
  /** False: its address opens, but it is not drawn. */
  visible?: boolean;
  /** False: the page is not kept while another one is in front. */
  cache?: boolean;
  children: MenuNode[];
}

/** Who is logged in, as /api/user/getUserInfo tells it. */
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
  /** When this login ends however much it is used, an instant. */
  sessionEndsAt?: string | null;
  /** Whether no department and no project limits what they see. */
  platformWide: boolean;
}

/** What the browser keeps of a session (specification section 3). */
export interface Session {
  token?: string;
  /** Seconds since 1970. */
  expTime?: number;
  menu: MenuNode[];
  /** Route urls that the menu allows. */
  routes: string[];
  user?: UserInfo;
}

const keys = ['token', 'exp_time', 'menu', 'routes', 'user'] as const;
/** Everything below this prefix in the tab's own storage belongs to one account. */
export const accountPrefix = 'account.';

const listeners = new Set<() => void>();
let state = readState();
let since = performance.now();

/** The session as it is now. */
export function session(): Session {
  return state;
}

/** When this page came by the token, ms on its own clock: nothing that needs one was read before. */
export function sessionSince(): number {
  return since;
}

/** The session; renders again when it changes, in this tab or in another one of the browser. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, session);
}

/** Calls `listener` after each change of the session; returns what ends it. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Stores what a login answers.
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

/** Stores the menu tree and the routes that follow from it. */
export function setMenu(menu: MenuNode[]): void {
  writeLocal('menu', menu);
  writeLocal('routes', routesOf(menu));
  refresh();
}

/** Stores who is logged in; open pages and drafts of another account are forgotten first. */
export function setUser(user: UserInfo): void {
  claimTab(user.id);
  writeLocal('user', user);
  refresh();
}

/** Ends the session in this browser: token, menu, routes, user, open pages and drafts. The guard then shows /login. */
export function closeSession(): void {
  dropLocal(...keys);
  dropTabs(accountPrefix);
  refresh();
}

/** True when the expiry time has passed and the server has to be asked (specification section 4). */
export function isExpired(expTime: number | undefined, nowMs: number): boolean {
  return expTime === undefined || expTime * 1000 <= nowMs;
}

/** Every url of a menu tree, folders included, each once. */
export function routesOf(menu: readonly MenuNode[]): string[] {
  const urls = menu.flatMap((node) => [...(node.type === 'link' ? [] : [node.url]), ...routesOf(node.children)]);
  return [...new Set(urls.filter((url) => url.startsWith('/')))];
}

/** True when a route is in the allowed list; a page below an allowed one (`/warn/sos/12`) is allowed with it. */
export function isAllowed(path: string, routes: readonly string[]): boolean {
  return routes.some((url) => path === url || path.startsWith(`${url}/`));
}

/** The permission keys of the person; a button without its key is not shown. */
export function can(key: string): boolean {
  return state.user?.permissions.includes(key) ?? false;
}

/** The account that asked to be remembered. */
export function rememberedAccount(): string | undefined {
  return readLocal<string>('account');
}

/** Remembers an account for the next login, or forgets it. */
export function rememberAccount(account: string | undefined): void {
  if (account) writeLocal('account', account);
  else dropLocal('account');
}

/** Ids of the menu's folders that were closed in this tab; every other one is open, a new one too. */
export function closedFolders(): string[] {
  return readTab<string[]>(`${accountPrefix}closed_folders`) ?? [];
}

/** Keeps which folders of the menu are closed, for the session of the tab. */
export function saveClosedFolders(ids: string[]): void {
  writeTab(`${accountPrefix}closed_folders`, ids);
}

/** The other tabs of the browser follow a login and a logout at once. Called once, before the first render. */
export function followOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key !== null && !(keys as readonly string[]).includes(event.key)) return;
    const previous = state;
    refresh();
    if (!state.token) dropTabs(accountPrefix);
    if (previous.user && state.user && previous.user.id !== state.user.id) reloadForOtherUser();
  });
}

/** Pages and drafts of the person before must not be seen by the next. */
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
