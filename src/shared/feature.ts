import type { Endpoint } from './endpoint.ts';
import type { Resource } from './resource.ts';

/** Keys of the roles that a new installation has (domain.md 1). */
export type SeedRole =
  | 'admin'
  | 'area'
  | 'leader'
  | 'operator'
  | 'engineer'
  | 'health'
  | 'assessor'
  | 'reporter'
  | 'viewer';

export type MenuGroup = '首页' | '值守' | '服务对象' | '健康' | '设备' | '平台' | '系统管理' | '测试';

/**
 * Permission key of a button (or of the screen itself) and the roles that have it by default; `admin` always has all.
 */
export interface PermissionDef {
  key: `${string}:${string}`;
  title: string;
  roles: readonly SeedRole[];
  /** Useless within a scope limited to departments or projects: screens hide it there and its calls refuse. */
  platformWide?: true;
}

export interface Screen {
  /** Route after the hash, as in the specification section 2. */
  path: string;
  title: string;
  icon: string;
  group: MenuGroup;
  /** Sort position in the menu; groups are sorted by their smallest screen. */
  sort: number;
  /** Order among screens of the same `sort`; default 0, then by the feature's name. */
  rank?: number;
  /** Name of the component file in `web/`, without extension; absent: not built yet, `planned` describes it. */
  component?: string;
  planned?: string;
  /** Permission that opens the screen; a screen without a permission is open (`skipCheck`). */
  permission?: PermissionDef;
  /** Permissions of its buttons. */
  buttons?: readonly PermissionDef[];
  /** Needs the full page width: below 1680 px the menu is a rail on this screen (picture 04). */
  wide?: boolean;
  /** Short title for narrow places: the rail, the phone's bar. */
  shortTitle?: string;
  /** Tabs of the screen, label by path, in the row of all screens of the group with tabs. */
  tabs?: Readonly<Record<string, string>>;
  /** No menu entry (exception pages, walls without a session). */
  hidden?: boolean;
}

/** Compares the positions of two screens in the menu and in the tabs. */
export const byPosition = (a: Screen, b: Screen): number => a.sort - b.sort || (a.rank ?? 0) - (b.rank ?? 0);

/** Part of `contract.ts` of a feature that server and web share. The folder's name is the feature's name. */
export interface Feature {
  title: string;
  /**
   * Feature of which this one is a part: the API list groups the calls there, with the same `title`; the change log
   * takes the fields of its forms for that feature's, unless it has a `resource`.
   */
  module?: string;
  endpoints: Readonly<Record<string, Endpoint>>;
  screens: readonly Screen[];
  /** Resource that the feature lists and edits; its fields are declared once (`resource`). */
  resource?: Resource;
  /** Labels for the change log by `table.column`, for codes that neither a dictionary nor a field of `record` has. */
  labels?: Readonly<Record<`${string}.${string}`, Readonly<Record<string, string>>>>;
}
