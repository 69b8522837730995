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

/** A key that a button (or the screen itself) carries, and the roles that have it from the start; `admin` always has all. */
export interface PermissionDef {
  key: `${string}:${string}`;
  title: string;
  roles: readonly SeedRole[];
  /** Of no use to people whose scope is limited to departments or projects: screens hide it from them, and its calls refuse them. */
  platformWide?: true;
}

export interface Screen {
  /** Route after the hash, as in the specification section 2. */
  path: string;
  title: string;
  icon: string;
  group: MenuGroup;
  /** Place in the menu; groups stand in the order of their smallest screen. */
  sort: number;
  /** Name of the component file in `web/`, without ending; absent: a later issue builds it and `planned` says what will stand here. */
  component?: string;
  planned?: string;
  /** The right that opens the screen; a screen without one is open (`skipCheck`). */
  permission?: PermissionDef;
  /** Rights of its buttons. */
  buttons?: readonly PermissionDef[];
  /** Needs the width of the page: below 1680 px the menu is a rail here (picture 04). */
  wide?: boolean;
  /** Its short name where there is little room: the rail, the phone's bar. */
  shortTitle?: string;
  /** Its tabs, word by path, in the row over all screens of its group that have tabs. */
  tabs?: Readonly<Record<string, string>>;
  /** No menu entry (exception pages, walls without a session). */
  hidden?: boolean;
}

/** What `contract.ts` of a feature tells both sides. The folder's name is the noun. */
export interface Feature {
  title: string;
  endpoints: Readonly<Record<string, Endpoint>>;
  screens: readonly Screen[];
  /** What is listed and edited here, where its fields are declared once (`noun`). */
  resource?: Resource;
  /** Labels of codes that no dictionary and no field of `record` has, by `table.column`: the log of changes says them. */
  labels?: Readonly<Record<`${string}.${string}`, Readonly<Record<string, string>>>>;
}
