import type { TestApp } from './app.ts';
import type { Check, HandlerTry, Made, Place, RecordKind, World } from './authorization.ts';
import { aDepartment, aProject, aRole, aUser, type TestUser } from './rows.ts';

/** Where a record lies outside: in another department or project, or entered by a colleague for somebody of the scope `self`. */
export type Outside = 'department' | 'project' | 'person';
/** Where it lies inside: in the caller's department and project, or their own with the scope `self`. */
export type Inside = 'here' | 'own';

export interface Try {
  world: World;
  made: Made;
}

type Wanted = Pick<Check | HandlerTry, 'kind' | 'with' | 'ready'> & { unbound?: boolean; noOwn?: string };

/** An id that no row has. */
export const missing = '999999999999';

/** Two departments and two projects, and the people who try to reach from one into the other. */
export class CaseWorld {
  readonly here: Place;
  #app: TestApp;
  #kinds: ReadonlyMap<string, RecordKind>;
  /** The same project in another department, and the same department in another project. */
  #elsewhere: { department: Place; project: Place };
  #people = new Map<string, Promise<TestUser>>();
  #outside = new Map<string, Promise<Made>>();

  private constructor(
    app: TestApp,
    kinds: ReadonlyMap<string, RecordKind>,
    here: Place,
    other: { department: string; project: string },
  ) {
    this.#app = app;
    this.#kinds = kinds;
    this.here = here;
    this.#elsewhere = {
      department: { ...here, department: other.department },
      project: { ...here, project: other.project },
    };
  }

  static async open(app: TestApp, kinds: ReadonlyMap<string, RecordKind>): Promise<CaseWorld> {
    const department = await aDepartment(app);
    const project = await aProject(app, department);
    const other = { department: await aDepartment(app), project: await aProject(app, department) };
    return new CaseWorld(app, kinds, { department, project }, other);
  }

  kindOf({ kind }: Pick<Wanted, 'kind'>): RecordKind {
    const found = this.#kinds.get(kind);
    if (!found) throw new Error(`there is no record of the kind ${kind}`);
    return found;
  }

  /** Where records of the check's kind can lie outside. */
  outsides(check: Wanted): Outside[] {
    const kind = this.kindOf(check);
    return [
      ...(kind.anyDepartment ? [] : (['department'] as const)),
      ...(kind.anyProject || check.unbound ? [] : (['project'] as const)),
      ...(kind.anyOwner ? [] : (['person'] as const)),
    ];
  }

  insides(check: Wanted): Inside[] {
    const { noOwn, anyOwner } = this.kindOf(check);
    return noOwn || anyOwner || check.noOwn ? ['here'] : ['here', 'own'];
  }

  placeOf(side: Inside | Outside): Place {
    return side === 'department' || side === 'project' ? this.#elsewhere[side] : this.here;
  }

  /** Somebody of the place with these rights there and below (or, `self`, to their own); `bound` to its project, or with all. */
  somebody(place: Place, rights: readonly string[], bound = true, self = false): Promise<TestUser> {
    const key = JSON.stringify([place, rights, bound, self]);
    const known = this.#people.get(key);
    if (known) return known;
    const scope = self ? 'self' : 'department_below';
    const made = aRole(this.#app, { scope, rights: [...rights] }).then((roleId) =>
      aUser(this.#app, { roleId, department: place.department, ...(bound ? { projects: [place.project] } : {}) }),
    );
    this.#people.set(key, made);
    return made;
  }

  /** Who tries to reach a record on that side. */
  callerOf(check: Wanted, rights: readonly string[], side: Inside | Outside): Promise<TestUser> {
    const bound = !check.unbound && (!this.kindOf(check).isProject || side === 'project');
    return this.somebody(this.here, rights, bound, side === 'person' || side === 'own');
  }

  /** A record on that side, made ready, for the one who tries to reach it; a `fresh` one is no other try's. */
  async prepared(check: Wanted, side: Inside | Outside, user: TestUser, fresh = false): Promise<Try> {
    const place = this.placeOf(side);
    const inside = side === 'here' || side === 'own';
    const owner = inside ? user : await this.somebody(place, check.with ?? []);
    const own = inside || fresh || check.ready !== undefined;
    const made = await (own ? this.#made(check, place, owner) : this.#shared(check, place, owner));
    if (side === 'own' && this.kindOf(check).own !== 'made')
      await this.#app.sql(`update "${this.kindOf(check).table}" set created_by = $2 where id = $1`, [made.id, user.id]);
    const world: World = { app: this.#app, user, owner, here: this.here };
    await check.ready?.(made, world);
    return { world, made };
  }

  /** A new record of the place. */
  #made(check: Wanted, place: Place, owner: TestUser): Promise<Made> {
    return this.kindOf(check).make(this.#app, place, owner);
  }

  /** Who is refused leaves a record as it was, so that the next may try the same one. */
  #shared(check: Wanted, place: Place, owner: TestUser): Promise<Made> {
    const key = JSON.stringify([check.kind, place, owner.id]);
    const made = this.#outside.get(key) ?? this.#made(check, place, owner);
    this.#outside.set(key, made);
    return made;
  }

  /** The record's row as it stands. */
  async rowOf(check: Wanted, id: string): Promise<unknown> {
    const { table } = this.kindOf(check);
    return (await this.#app.sql(`select to_jsonb(t) as row from "${table}" t where id = $1`, [id]))[0];
  }
}
