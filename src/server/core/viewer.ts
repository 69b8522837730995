import type { DataScope } from '#shared/codes.ts';

/** Rows that a user can view. `departments` is expanded to the departments below; null: all. */
export interface Scope {
  kind: DataScope;
  departments: readonly string[] | null;
  /** Visible projects; null: all. */
  projects: readonly string[] | null;
}

/** Bearers of a key without a login: a customer user's browser, a wall. */
export type KeyKind = 'family' | 'display';

/** The one who makes the request: the user of a session, an application, the bearer of a key, nobody, or the system. */
export interface Viewer {
  kind: 'user' | 'app' | KeyKind | 'nobody' | 'system';
  /** `0`: no user. */
  userId: string;
  /** Id of the application, customer user or display; null for other kinds. */
  bearerId: string | null;
  account: string;
  name: string;
  sessionId: string | null;
  departmentId: string;
  mustChangePassword: boolean;
  /** Permission keys of the user's menus and buttons. */
  permissions: ReadonlySet<string>;
  /** `METHOD /path` bound to these menus; null: every endpoint (built-in administrator role). */
  endpoints: ReadonlySet<string> | null;
  scope: Scope;
  traceId: string;
  ip: string | null;
}

const everything: Scope = { kind: 'all', departments: null, projects: null };
const nothing: Scope = { kind: 'self', departments: [], projects: [] };

/** Returns the system as actor: timers, ingest, start-up. It sees all rows. */
export function system(traceId = 'system'): Viewer {
  return {
    kind: 'system',
    userId: '0',
    bearerId: null,
    account: 'system',
    name: '系统',
    sessionId: null,
    departmentId: '0',
    mustChangePassword: false,
    permissions: new Set(),
    endpoints: null,
    scope: everything,
    traceId,
    ip: null,
  };
}

/** Returns a viewer without a session, for public endpoints: sees no owned row. */
export function anonymous(traceId: string, ip: string | null): Viewer {
  return {
    kind: 'nobody',
    userId: '0',
    bearerId: null,
    account: '',
    name: '',
    sessionId: null,
    departmentId: '0',
    mustChangePassword: false,
    permissions: new Set(),
    endpoints: new Set(),
    scope: nothing,
    traceId,
    ip,
  };
}

/** Application, customer user or display, as the command log names it. */
export interface Bearer {
  id: string;
  account: string;
  name: string;
}

/** Returns the viewer of a key: without permissions and scope, it reads what its endpoints select by `bearerId`. */
export function keyViewer(kind: KeyKind, { id, account, name }: Bearer, traceId: string, ip: string | null): Viewer {
  return { ...anonymous(traceId, ip), kind, bearerId: id, account, name };
}

/** Returns an application as viewer: its scopes are its permissions, in its projects it sees every department. */
export function appViewer(
  { id, account, name }: Bearer,
  { scopes, projects }: { scopes: readonly string[]; projects: readonly string[] },
  traceId: string,
  ip: string | null,
): Viewer {
  const scope: Scope = { kind: 'all', departments: null, projects };
  return {
    ...anonymous(traceId, ip),
    kind: 'app',
    bearerId: id,
    account,
    name,
    permissions: new Set(scopes),
    scope,
  };
}

/** Returns whether the viewer has a permission key. */
export function hasPermission(viewer: Viewer, key: string): boolean {
  return viewer.endpoints === null || viewer.permissions.has(key);
}
