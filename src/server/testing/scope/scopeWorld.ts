import fc from 'fast-check';
import type { DataScope } from '#shared/codes.ts';
import type { TestApp } from '../app.ts';
import { aDepartment, aProject, aRole, aUser, type TestUser } from '../rows.ts';

/** Data scope of a role; `custom`: indices of departments. */
interface Rule {
  scope: DataScope;
  custom: number[];
}

/** A viewer; departments and projects by index in the world. `projects` null: all. */
export interface Who {
  roles: Rule[];
  department: number;
  /** Further departments. */
  extra: number[];
  projects: number[] | null;
}

/** Visibility of a viewer, derived only from the rules. */
export interface Visibility {
  userId: string;
  /** True if only own records are visible. */
  self: boolean;
  /** Main department. */
  home: string;
  /** Departments with full visibility; null: all. */
  departments: ReadonlySet<string> | null;
  projects: ReadonlySet<string> | null;
}

/** Returns a viewer in the department with a single role. */
export function withScope(
  scope: DataScope,
  department: number,
  options: { custom?: number[]; projects?: number[] } = {},
) {
  const who: Who = {
    roles: [{ scope, custom: options.custom ?? [department] }],
    department,
    extra: [],
    projects: options.projects ?? null,
  };
  return who;
}

/** Generates any viewer among these departments and projects, with one or two roles and perhaps a second department. */
export function anyWho(departments: number, projects: number): fc.Arbitrary<Who> {
  const place = fc.nat(departments - 1);
  return fc.record({
    roles: fc.array(
      fc.record({
        scope: fc.constantFrom<DataScope>('all', 'custom', 'department', 'department_below', 'self'),
        custom: fc.uniqueArray(place, { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    department: place,
    extra: fc.uniqueArray(place, { maxLength: 1 }),
    projects: fc.option(fc.uniqueArray(fc.nat(projects - 1), { minLength: 1, maxLength: 2 })),
  });
}

/** Departments, projects and their viewers: a simple model of data scope, independent of the product's code. */
export class ScopeWorld {
  /** Ids; the first is the top department. */
  readonly departments: string[];
  readonly projects: string[] = [];
  #app: TestApp;
  #parents: number[] = [-1];

  private constructor(app: TestApp, top: string) {
    this.#app = app;
    this.departments = [top];
  }

  /** Opens a world from the root, which must be the only one; or one of several, each below a new department. */
  static async open(app: TestApp, from: 'root' | 'own'): Promise<ScopeWorld> {
    if (from === 'own') return new ScopeWorld(app, await aDepartment(app));
    const [root] = await app.sql<{ id: string }>('select id::text from department where parent_id is null');
    return new ScopeWorld(app, root?.id ?? '');
  }

  /** Adds departments below these indices, one after the other, and projects of these departments. */
  async grow(parents: readonly number[], projects: readonly number[]): Promise<void> {
    for (const parent of parents) {
      this.departments.push(await aDepartment(this.#app, this.departmentAt(parent)));
      this.#parents.push(parent);
    }
    for (const department of projects) this.projects.push(await aProject(this.#app, this.departmentAt(department)));
  }

  departmentAt(place: number): string {
    const id = this.departments[place];
    if (id === undefined) throw new Error(`there is no department ${place}`);
    return id;
  }

  projectAt(place: number): string {
    const id = this.projects[place];
    if (id === undefined) throw new Error(`there is no project ${place}`);
    return id;
  }

  /** Returns ids of a department and of all below it. */
  below(top: number): string[] {
    const isBelow = (place: number): boolean => place === top || (place > 0 && isBelow(this.#parents[place] ?? -1));
    return this.departments.filter((_id, place) => isBelow(place));
  }

  /** Returns the visibility of the viewer with that user id. */
  sightOf(who: Who, userId: string): Visibility {
    const homes = [who.department, ...who.extra];
    const reach: Record<DataScope, (rule: Rule) => string[]> = {
      all: () => this.departments,
      custom: ({ custom }) => custom.flatMap((place) => this.below(place)),
      department: () => homes.map((place) => this.departmentAt(place)),
      department_below: () => homes.flatMap((place) => this.below(place)),
      self: () => [],
    };
    const all = who.roles.some(({ scope }) => scope === 'all');
    return {
      userId,
      self: who.roles.every(({ scope }) => scope === 'self'),
      home: this.departmentAt(who.department),
      departments: all ? null : new Set(who.roles.flatMap((rule) => reach[rule.scope](rule))),
      projects: who.projects && new Set(who.projects.map((place) => this.projectAt(place))),
    };
  }

  /** Creates the viewer as a logged-in user with these permissions. */
  async become(who: Who, permissions: readonly string[]): Promise<TestUser> {
    const [first, ...rest] = await Promise.all(
      who.roles.map(({ scope, custom }) =>
        aRole(this.#app, {
          scope,
          permissions: [...permissions],
          departments: custom.map((place) => this.departmentAt(place)),
        }),
      ),
    );
    const user = await aUser(this.#app, {
      ...(first ? { roleId: first } : {}),
      department: this.departmentAt(who.department),
      ...(who.projects ? { projects: who.projects.map((place) => this.projectAt(place)) } : {}),
    });
    await this.#app.sql('insert into user_role select $1, unnest($2::bigint[])', [user.id, rest]);
    const extra = who.extra.map((place) => this.departmentAt(place));
    await this.#app.sql('insert into user_extra_department select $1, unnest($2::bigint[])', [user.id, extra]);
    return user;
  }
}

/** Returns whether the department is visible. */
export function reaches({ departments }: Visibility, department: string | null): boolean {
  return departments === null || (department !== null && departments.has(department));
}
