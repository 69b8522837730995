import type { DataScope } from '#shared/codes.ts';

/** Which rows a person may see. `departments` is already expanded to the departments below; null means all. */
export interface Scope {
  kind: DataScope;
  departments: readonly string[] | null;
  /** Only these projects; null means all. */
  projects: readonly string[] | null;
}

/** Who asks: the person behind a session, or the system itself. */
export interface Viewer {
  userId: string;
  account: string;
  name: string;
  sessionId: string | null;
  departmentId: string;
  mustChangePassword: boolean;
  /** Keys of the menus and buttons the person has. */
  permissions: ReadonlySet<string>;
  /** `METHOD /path` bound to one of these menus; null: every endpoint (the built-in administrator role). */
  endpoints: ReadonlySet<string> | null;
  scope: Scope;
  traceId: string;
  ip: string | null;
}

const everything: Scope = { kind: 'all', departments: null, projects: null };
const nothing: Scope = { kind: 'self', departments: [], projects: [] };

/** The system as actor: timers, ingest, start-up. It sees all rows. */
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

/** Somebody without a session, on a public endpoint: sees no owned row. */
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

/** Whether a button or screen key is among the person's. */
export function hasPermission(viewer: Viewer, key: string): boolean {
  return viewer.endpoints === null || viewer.permissions.has(key);
}
