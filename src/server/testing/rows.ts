import type { DataScope } from '#shared/codes.ts';
import type { SeedRole } from '#shared/room.ts';
import { hashPassword } from '../password.ts';
import type { TestApp } from './app.ts';

/** The doors through which rows are made: those of a product in this process or in its own. */
export type Rows = Pick<TestApp, 'admin' | 'ask' | 'login' | 'sql'>;

let given = 0;
/** A number that no other row of this process has. */
export function next(): number {
  given += 1;
  return given;
}

/** The password of every test account but `admin`. */
export const password = 'quiet-Harbour-2041';
const hash = hashPassword(password);

async function one(app: Rows, text: string, values: unknown[]): Promise<string> {
  const [row] = await app.sql<{ id: string }>(text, values);
  await app.sql(`update cache_version set version = version + 1 where name = 'permission'`);
  return row?.id ?? '';
}

/** A department below `parent`, or below the root. */
export async function aDepartment(app: Rows, parent?: string): Promise<string> {
  return one(
    app,
    `insert into department (id, parent_id, path, name, type)
     select n.id, p.id, p.path || n.id, $2, 'community' from (select nextval('id_seq') as id) n,
       (select id, path from department where case when $1::bigint is null then parent_id is null else id = $1 end order by id limit 1) p
     returning id::text`,
    [parent ?? null, `部门${next()}`],
  );
}

export async function aProject(app: Rows, department?: string, seconds = 60): Promise<string> {
  return one(
    app,
    `insert into project (code, name, department_id, claim_seconds) select $1, $1, coalesce($2::bigint, (select min(id) from department)), $3 returning id::text`,
    [`p${next()}`, department ?? null, seconds],
  );
}

/** A role with the rights of these keys. */
export async function aRole(
  app: Rows,
  role: { scope: DataScope; rights: string[]; departments?: string[] },
): Promise<string> {
  const id = await one(app, `insert into role (key, name, data_scope) values ($1, $1, $2) returning id::text`, [
    `role${next()}`,
    role.scope,
  ]);
  await app.sql('insert into role_menu select $1, id from menu where permission = any($2)', [id, role.rights]);
  await app.sql('insert into role_department select $1, unnest($2::bigint[])', [id, role.departments ?? []]);
  await app.sql(`update cache_version set version = version + 1 where name = 'permission'`);
  return id;
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

/** Somebody with a seeded role (or the id of one), logged in. */
export async function aUser(app: Rows, user: NewUser = {}): Promise<TestUser> {
  const made = await anAccount(app, user);
  return { ...made, token: await app.login(made.account, password) };
}

/** The same person without a session. */
export async function anAccount(app: Rows, user: NewUser = {}): Promise<Omit<TestUser, 'token'>> {
  const account = `u${next()}`;
  const name = `坐席${next()}`;
  const id = await one(
    app,
    `insert into "user" (account, name, department_id, project_ids, password_hash, must_change_password)
     values ($1, $2, coalesce($3::bigint, (select min(id) from department)), $4, $5, $6) returning id::text`,
    [account, name, user.department ?? null, user.projects ?? null, await hash, user.mustChange ?? false],
  );
  await app.sql('insert into user_role select $1, id from role where id = $2::bigint or key = $3', [
    id,
    user.roleId ?? null,
    user.roleId ? null : (user.role ?? 'operator'),
  ]);
  await app.sql(`update cache_version set version = version + 1 where name = 'permission'`);
  return { id, account, name };
}

interface Place {
  department?: string | undefined;
  project?: string | undefined;
}

const surnames = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴'];
const names = ['桂兰', '德福', '淑珍', '永康', '玉梅', '长根', '秋菊', '阿根', '慧芳', '金宝'];

/** Somebody served, added through the HTTP door. */
export async function aCustomer(app: Rows, customer: Place & Record<string, unknown> = {}): Promise<string> {
  const { department, project, ...fields } = customer;
  const n = next();
  const answer = await app.ask({
    path: '/api/customer/addCustomer',
    token: app.admin,
    body: {
      name: `${surnames[n % 10]}${names[(n * 7) % 10]}`,
      mobile: `139${String(10_000_000 + n)}`,
      address: `${n}幢101`,
      ...(department ? { departmentId: department } : {}),
      ...(project ? { projectId: project } : {}),
      ...fields,
    },
  });
  if (answer.code !== 0) throw new Error(answer.text);
  return (answer.data as { id: string }).id;
}

export interface TestDevice {
  id: string;
  sn: string;
  secret: string | null;
}

/** A device of the model, bound to the customer when one is given, added through the HTTP door. */
export async function aDevice(
  app: Rows,
  device: Place & { customer?: string; model?: string } = {},
): Promise<TestDevice> {
  const sn = String(8_810_000_000 + next());
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

/** Two to five Chinese signs that no other name of this process has, good for a person's name. */
export function aMark(first = '赵'): string {
  const digits = '零一二三四五六七八九';
  return `${first}${[...String(next())].map((digit) => digits[Number(digit)]).join('')}`;
}
