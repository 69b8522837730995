import { expect } from 'vitest';
import type { Endpoint } from '#shared/endpoint.ts';
import type { TestApp } from '../app.ts';
import type { TestUser } from '../rows.ts';
import { reaches, type Visibility } from './scopeWorld.ts';

export interface UserRow {
  id: string;
  account: string;
  name: string;
  enabled: boolean;
  department: string;
  extra: string[];
  projects: string[] | null;
}

/** All rows of the database: answers are checked against these by the simple rules below. */
export interface Tables {
  users: UserRow[];
  departments: { id: string; parent: string | null; name: string }[];
  projects: { id: string; code: string; department: string; manager: string | null }[];
}

export async function tablesOf(app: TestApp): Promise<Tables> {
  return {
    users:
      await app.sql(`select u.id::text, account, name, status = 'enabled' as enabled, department_id::text as department,
      project_ids::text[] as projects, array(select e.department_id::text from user_extra_department e where e.user_id = u.id) as extra
      from "user" u where deleted_at is null`),
    departments: await app.sql(
      'select id::text, parent_id::text as parent, name from department where deleted_at is null',
    ),
    projects: await app.sql(
      'select id::text, code, department_id::text as department, manager_id::text as manager from project where deleted_at is null',
    ),
  };
}

/** Returns a department and all departments above it. */
export function above(all: Pick<Tables, 'departments'>, id: string | null): string[] {
  const department = all.departments.find((candidate) => candidate.id === id);
  return department ? [department.id, ...above(all, department.parent)] : [];
}

/** Returns whether projects overlap with the viewer's; null (all projects) matches only a viewer with all. */
export function meets({ projects }: Visibility, of: string[] | null): boolean {
  return projects === null || (of?.some((id) => projects.has(id)) ?? false);
}

export function canViewUser(visibility: Visibility, user: UserRow): boolean {
  if (visibility.self) return user.id === visibility.userId;
  const colleague = user.projects === null && (visibility.departments !== null || user.department === visibility.home);
  return (
    reaches(visibility, user.department) &&
    (meets(visibility, user.projects) || colleague || user.id === visibility.userId)
  );
}

export const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

/** Expects the pages of a list to contain exactly these rows, and the correct count. */
export async function expectList(
  app: TestApp,
  endpoint: Endpoint,
  user: TestUser,
  expected: readonly { id: string }[],
  filters: object = {},
): Promise<void> {
  const rows: { id: string }[] = [];
  let count = 1;
  for (let page = 1; (page - 1) * 200 < count; page++) {
    const answer = await app.list(endpoint, { ...filters, page, limit: 200 }, user.token);
    rows.push(...(answer.rows as { id: string }[]));
    count = answer.count;
  }
  expect([count, idsOf(rows)], endpoint.path).toEqual([expected.length, idsOf(expected)]);
}
