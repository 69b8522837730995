import fc from 'fast-check';
import type { TestApp } from '../app.ts';
import { anAccount, aRole, type TestUser } from '../rows.ts';
import { anyWho, ScopeWorld, type Visibility, type Who } from './scopeWorld.ts';

interface Row {
  department: number;
  /** Further departments of the row's user. */
  extra: number[];
  /** null: all projects. */
  projects: number[] | null;
  author: number;
  enabled: boolean;
}

/** Random departments, projects, rows and two viewers. */
export interface Plan {
  parents: number[];
  projects: number[];
  rows: Row[];
  viewers: Who[];
}

export const plans: fc.Arbitrary<Plan> = fc.integer({ min: 2, max: 6 }).chain((size) => {
  const place = fc.nat(size - 1);
  return fc.record({
    parents: fc.tuple(...Array.from({ length: size - 1 }, (_none, index) => fc.nat(index))),
    projects: fc.array(place, { minLength: 3, maxLength: 3 }),
    rows: fc.array(
      fc.record({
        department: place,
        extra: fc.uniqueArray(place, { maxLength: 1 }),
        projects: fc.option(fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 })),
        author: fc.nat(5),
        enabled: fc.boolean(),
      }),
      { minLength: 3, maxLength: 6 },
    ),
    viewers: fc.array(anyWho(size, 3), { minLength: 2, maxLength: 2 }),
  });
});

/** Ids for the rows of a feature. */
export interface Spot {
  /** A user of the ownership. */
  userId: string;
  /** Creator of the row: a viewer, or a user of this or an earlier row. */
  author: string;
  department: string;
  projects: string[] | null;
  /** Any project of the world. */
  project: string;
}

export interface Viewer {
  user: TestUser;
  visibility: Visibility;
}

/** Creates a user for each row of the plan, calls `fill` for the feature's rows, and returns the viewers. */
export async function stageOf(
  app: TestApp,
  plan: Plan,
  permissions: readonly string[],
  fill: (spot: Spot) => Promise<void>,
): Promise<Viewer[]> {
  const world = await ScopeWorld.open(app, 'own');
  await world.grow(plan.parents, plan.projects);
  const viewers: Viewer[] = [];
  for (const who of plan.viewers) {
    const user = await world.become(who, permissions);
    viewers.push({ user, visibility: world.sightOf(who, user.id) });
  }
  const userIds = viewers.map(({ user }) => user.id);
  const roleId = await aRole(app, { scope: 'self', permissions: [] });
  for (const row of plan.rows) {
    const department = world.departmentAt(row.department);
    const projects = row.projects?.map((place) => world.projectAt(place)) ?? null;
    const { id: userId } = await anAccount(app, { roleId, department, ...(projects ? { projects } : {}) });
    userIds.push(userId);
    await app.sql(
      `with moved as (update "user" set status = $2 where id = $1) insert into user_extra_department select $1, unnest($3::bigint[])`,
      [userId, row.enabled ? 'enabled' : 'disabled', row.extra.map((place) => world.departmentAt(place))],
    );
    const author = userIds[row.author % userIds.length] ?? userId;
    await fill({ userId, author, department, projects, project: world.projectAt(row.author % 3) });
  }
  return viewers;
}
