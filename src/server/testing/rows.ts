import { randomBytes } from 'node:crypto';
import type { KeyKind } from '#server/core/viewer.ts';
import type { DataScope } from '#shared/codes.ts';
import type { SeedRole } from '#shared/feature.ts';
import { checkCharacter } from '#shared/idCard.ts';
import type { TestApp } from './app.ts';

/** Functions needed to create rows, of a product in this process or another one. */
export type Rows = Pick<TestApp, 'admin' | 'ask' | 'login' | 'sql'>;

let lastNumber = 0;
/** Returns a number that is unique in this process. */
export function next(): number {
  lastNumber += 1;
  return lastNumber;
}

/** Returns a valid, unique id number of a woman; `birth` as YYYYMMDD. */
export function anIdNo(birth = '19420708'): string {
  const digits = `330102${birth}${String(100 + next() * 2).slice(-3)}`;
  return digits + checkCharacter(digits);
}

/** Password of every test account except `admin`. */
export const password = 'quiet-Harbour-2041';
/** Its hash: computing it takes a process in every test file. */
const hash = '$argon2id$v=19$m=19456,t=2,p=1$53vfQBnMar36DXZNYVin/g$U0ZGZP7xmMFDr0IYfTV/2ABkjs7ny1HuiXKa5lYtEi0';

/** Runs an insert and returns the id. A new role or user is in no cache: no invalidation needed. */
async function idOf(app: Rows, text: string, values: unknown[]): Promise<string> {
  const [row] = await app.sql<{ id: string }>(text, values);
  return row?.id ?? '';
}

/**
 * Creates a department below `parent`, or below the root, and bumps the permission version: viewers of its parents see
 * it at once.
 */
export async function aDepartment(app: Rows, parent?: string): Promise<string> {
  return idOf(
    app,
    `with told as (update cache_version set version = version + 1 where name = 'permission')
     insert into department (id, parent_id, path, name, type)
     select n.id, p.id, p.path || n.id, $2, 'community' from (select nextval('id_seq') as id) n,
       (select id, path from department where case when $1::bigint is null then parent_id is null else id = $1 end order by id limit 1) p
     returning id::text`,
    [parent ?? null, `部门${next()}`],
  );
}

export async function aProject(app: Rows, department?: string, seconds = 60): Promise<string> {
  return idOf(
    app,
    `insert into project (code, name, department_id, claim_seconds) select $1, $1, coalesce($2::bigint, (select min(id) from department)), $3 returning id::text`,
    [`p${next()}`, department ?? null, seconds],
  );
}

/** Creates a role with these permission keys. */
export async function aRole(
  app: Rows,
  role: { scope: DataScope; permissions: string[]; departments?: string[] },
): Promise<string> {
  return idOf(
    app,
    `with made as (insert into role (key, name, data_scope) values ($1, $1, $2) returning id),
       rights as (insert into role_menu select made.id, m.id from made, menu m where m.permission = any($3)),
       places as (insert into role_department select made.id, unnest($4::bigint[]) from made)
     select id::text from made`,
    [`role${next()}`, role.scope, role.permissions, role.departments ?? []],
  );
}

export interface TestUser {
  id: string;
  account: string;
  name: string;
  token: string;
}

interface NewUser {
  role?: SeedRole;
  roleId?: string;
  department?: string;
  projects?: string[];
  mustChange?: boolean;
}

/** Creates a logged-in user with a seeded role (or a role id). */
export async function aUser(app: Rows, user: NewUser = {}): Promise<TestUser> {
  const account = await anAccount(app, user, true);
  return { ...account, token: await aSession(app, account.id) };
}

/** Creates a session as a login does, without the half second of the password hash; returns its token. */
async function aSession(app: Pick<Rows, 'sql'>, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await app.sql(
    `insert into session (token_hash, user_id, ip, agent, expires_at)
     values (sha256($1::bytea), $2, '127.0.0.1', '', now() + interval '7 days')`,
    [token, userId],
  );
  return token;
}

/** Returns the token of a new session of the administrator. */
export async function anAdminSession(app: Pick<Rows, 'sql'>): Promise<string> {
  const [admin] = await app.sql<{ id: string }>(`select id::text from "user" where account = 'admin'`);
  return aSession(app, admin?.id ?? '');
}

/** Creates a user without a session; `seen`: with an earlier login. */
export async function anAccount(app: Rows, user: NewUser = {}, seen = false): Promise<Omit<TestUser, 'token'>> {
  const account = `u${next()}`;
  const name = `坐席${next()}`;
  const id = await idOf(
    app,
    `with made as (
       insert into "user" (account, name, department_id, project_ids, password_hash, must_change_password, last_login_at)
       values ($1, $2, coalesce($3::bigint, (select min(id) from department)), $4, $5, $6, case when $9 then now() end) returning id),
       roles as (insert into user_role select made.id, r.id from made, role r where r.id = $7::bigint or r.key = $8)
     select id::text from made`,
    [
      account,
      name,
      user.department ?? null,
      user.projects ?? null,
      hash,
      user.mustChange ?? false,
      user.roleId ?? null,
      user.roleId ? null : (user.role ?? 'operator'),
      seen,
    ],
  );
  return { id, account, name };
}

interface OwnershipInput {
  department?: string | undefined;
  project?: string | undefined;
}

const surnames = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴'];
const names = ['桂兰', '德福', '淑珍', '永康', '玉梅', '长根', '秋菊', '阿根', '慧芳', '金宝'];

/** Creates a customer with location consent, over HTTP. */
export async function aCustomer(app: Rows, customer: OwnershipInput & Record<string, unknown> = {}): Promise<string> {
  const { department, project, ...fields } = customer;
  const number = next();
  const answer = await app.ask({
    path: '/api/customer/addCustomer',
    token: app.admin,
    body: {
      name: `${surnames[number % 10]}${names[(number * 7) % 10]}`,
      mobile: `139${String(10_000_000 + number)}`,
      address: `${number}幢101`,
      ...(department ? { departmentId: department } : {}),
      ...(project ? { projectId: project } : {}),
      consent: [{ purpose: 'location', signedBy: '本人', relation: 'self', signedAt: '2025-01-02T03:04:05.000Z' }],
      ...fields,
    },
  });
  if (answer.code !== 0) throw new Error(answer.text);
  return (answer.data as { id: string }).id;
}

/** Creates bed 康养楼 101-1 of a new institution, with this customer in it; returns its id. */
export async function aBed(
  app: Rows,
  { customer, institution, address = null }: { customer: string; institution: string; address?: string | null },
): Promise<string> {
  const department = await aDepartment(app, await aDepartment(app));
  await app.sql(`update department set type = 'org', name = $2, address = $3 where id = $1`, [
    department,
    institution,
    address,
  ]);
  return idOf(
    app,
    `insert into customer_bed (department_id, building, floor, room, bed, customer_id)
     values ($1, '康养楼', '1', '101', '1', $2) returning id::text`,
    [department, customer],
  );
}

/**
 * Creates an app of the projects (default: all) with a token of these scopes; for the user if given, else for itself.
 */
export async function anApplication(
  app: Rows,
  { scopes, projects, userId }: { scopes: string[]; projects?: string[]; userId?: string },
): Promise<TestUser> {
  const name = `应用${next()}`;
  const answer = await app.ask({
    path: '/api/app/addApp',
    token: app.admin,
    body: { name, redirectUris: ['https://third.example/back'], scopes, ...(projects ? { projectIds: projects } : {}) },
  });
  if (answer.code !== 0) throw new Error(answer.text);
  const { id, appid } = answer.data as { id: string; appid: string };
  const token = randomBytes(32).toString('base64url');
  await app.sql(
    `insert into app_token (token_hash, app_id, user_id, scopes, created_at, expires_at)
     values (sha256($1::bytea), $2, $3, $4, now(), now() + interval '1 hour')`,
    [token, id, userId ?? null, scopes],
  );
  return { id, account: appid, name, token };
}

/** A customer user or a display with a key. */
interface KeyHolder {
  /** Id of the customer user or display. */
  id: string;
  name: string;
  key: string;
}

/** Creates a customer user with the key of a browser. */
async function aFamilyKey(app: Pick<Rows, 'sql'>): Promise<KeyHolder> {
  const key = randomBytes(32).toString('base64url');
  const name = `孙女${next()}`;
  const [row] = await app.sql<{ id: string }>(
    `with made as (insert into customer_user (name) values ($2) returning id),
       session as (insert into customer_user_session (customer_user_id, key_hash, expires_at)
         select id, sha256($1::bytea), now() + interval '90 days' from made)
     select id::text from made`,
    [key, name],
  );
  return { id: row?.id ?? '', name, key };
}

/** Creates a display with its key. */
async function aDisplayKey(app: Pick<Rows, 'sql'>): Promise<KeyHolder> {
  const key = randomBytes(32).toString('base64url');
  const name = `大屏${next()}`;
  const [row] = await app.sql<{ id: string }>(
    `with made as (insert into display (name) values ($2) returning id),
       key as (insert into display_key (display_id, key_hash) select id, sha256($1::bytea) from made)
     select id::text from made`,
    [key, name],
  );
  return { id: row?.id ?? '', name, key };
}

/** Creates the bearer of a key of that kind. */
export const aKey: Record<KeyKind, (app: Pick<Rows, 'sql'>) => Promise<KeyHolder>> = {
  family: aFamilyKey,
  display: aDisplayKey,
};

export interface TestDevice {
  id: string;
  sn: string;
  secret: string | null;
}

/** Creates a device of the model, bound to the customer if given, over HTTP. */
export async function aDevice(
  app: Rows,
  device: OwnershipInput & { customer?: string; model?: string; sn?: string } = {},
): Promise<TestDevice> {
  const sn = device.sn ?? String(8_810_000_000 + next());
  const answer = await app.ask({
    path: '/api/equipment/addEquipment',
    token: app.admin,
    body: {
      sn,
      model: device.model ?? 'watch',
      ...(device.customer ? { customerId: device.customer } : {}),
      ...(device.department ? { departmentId: device.department } : {}),
      ...(device.project ? { projectId: device.project } : {}),
    },
  });
  if (answer.code !== 0) throw new Error(answer.text);
  return { sn, ...(answer.data as { id: string; secret: string | null }) };
}

/** Returns five Chinese characters as a name: unique, and no prefix of another name of this process. */
export function aMark(first = '赵'): string {
  const digits = '零一二三四五六七八九';
  const number = String(next()).padStart(4, '0');
  return `${first}${[...number].map((digit) => digits[Number(digit)]).join('')}`;
}
