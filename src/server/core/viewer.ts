import type { DataScope } from '#shared/codes.ts';

/** Rows that a user can view. `departments` is expanded to the departments below; null: all. */
export interface Scope {
  kind: DataScope;
  departments: readonly string[] | null;
  /** Visible projects; null: all. */
  projects: readonly string[] | null;
}

/** The one who makes the request: the user of a session, or the system. */
export interface Viewer {
  userId: string;
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
    userId: '0',
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
    userId: '0',
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

/** Returns whether the user has a permission key. */
export function hasPermission(viewer: Viewer, key: string): boolean {
  return viewer.endpoints === null || viewer.permissions.has(key);
}
