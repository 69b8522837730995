import type { TestApp } from '../app.ts';
import type { Check, CreatedRecord, HandlerTry, Ownership, RecordKind, World } from '../authorization.ts';
import { aDepartment, aProject, aRole, aUser, type TestUser } from '../rows.ts';

/**
 * Location of a record outside: another department or project, or created by a colleague, for a viewer with the scope
 * `self`.
 */
export type Outside = 'department' | 'project' | 'person';
/** Location of a record inside: the caller's department and project, or an own record with the scope `self`. */
export type Inside = 'here' | 'own';

export interface Try {
  world: World;
  record: CreatedRecord;
}

type RecordRequest = Pick<Check | HandlerTry, 'kind' | 'with' | 'ready'> & { unbound?: boolean; noOwn?: string };

/** An id that no row has. */
export const missing = '999999999999';

/** Two departments and two projects, with users who try to access records of the others. */
export class CaseWorld {
  readonly home: Ownership;
  #app: TestApp;
  #kinds: ReadonlyMap<string, RecordKind>;
  /** The same project with another department, and the same department with another project. */
  #elsewhere: { department: Ownership; project: Ownership };
  #people = new Map<string, Promise<TestUser>>();
  #outside = new Map<string, Promise<CreatedRecord>>();

  private constructor(
    app: TestApp,
    kinds: ReadonlyMap<string, RecordKind>,
    home: Ownership,
    other: { department: string; project: string },
  ) {
    this.#app = app;
    this.#kinds = kinds;
    this.home = home;
    this.#elsewhere = {
      department: { ...home, department: other.department },
      project: { ...home, project: other.project },
    };
  }

  static async open(app: TestApp, kinds: ReadonlyMap<string, RecordKind>): Promise<CaseWorld> {
    const department = await aDepartment(app);
    const project = await aProject(app, department);
    const other = { department: await aDepartment(app), project: await aProject(app, department) };
    return new CaseWorld(app, kinds, { department, project }, other);
  }

  kindOf({ kind }: Pick<RecordRequest, 'kind'>): RecordKind {
    const recordKind = this.#kinds.get(kind);
    if (!recordKind) throw new Error(`there is no record of the kind ${kind}`);
    return recordKind;
  }

  /** Returns where records of the check's kind can be outside. */
  outsides(check: RecordRequest): Outside[] {
    const kind = this.kindOf(check);
    return [
      ...(kind.anyDepartment ? [] : (['department'] as const)),
      ...(kind.anyProject || check.unbound ? [] : (['project'] as const)),
      ...(kind.anyOwner ? [] : (['person'] as const)),
    ];
  }

  insides(check: RecordRequest): Inside[] {
    const { noOwn, anyOwner } = this.kindOf(check);
    return noOwn || anyOwner || check.noOwn ? ['here'] : ['here', 'own'];
  }

  placeOf(side: Inside | Outside): Ownership {
    return side === 'department' || side === 'project' ? this.#elsewhere[side] : this.home;
  }

  /**
   * Returns a user of the ownership with these permissions, there and below (`self`: on own records); `bound` to its
   * project, else with all.
   */
  userAt(place: Ownership, permissions: readonly string[], bound = true, self = false): Promise<TestUser> {
    const key = JSON.stringify([place, permissions, bound, self]);
    const cached = this.#people.get(key);
    if (cached) return cached;
    const scope = self ? 'self' : 'department_below';
    const created = aRole(this.#app, { scope, permissions: [...permissions] }).then((roleId) =>
      aUser(this.#app, { roleId, department: place.department, ...(bound ? { projects: [place.project] } : {}) }),
    );
    this.#people.set(key, created);
    return created;
  }

  /** Returns the user who tries to access a record on that side. */
  callerOf(check: RecordRequest, permissions: readonly string[], side: Inside | Outside): Promise<TestUser> {
    const bound = !check.unbound && (!this.kindOf(check).isProject || side === 'project');
    return this.userAt(this.home, permissions, bound, side === 'person' || side === 'own');
  }

  /** Creates and prepares a record on that side for the user; `isNew`: not shared with other tries. */
  async prepared(check: RecordRequest, side: Inside | Outside, user: TestUser, isNew = false): Promise<Try> {
    const place = this.placeOf(side);
    const inside = side === 'here' || side === 'own';
    const owner = inside ? user : await this.userAt(place, check.with ?? []);
    const separate = inside || isNew || check.ready !== undefined;
    const record = await (separate ? this.#made(check, place, owner) : this.#shared(check, place, owner));
    if (side === 'own' && this.kindOf(check).ownedBy !== 'made')
      await this.#app.sql(`update "${this.kindOf(check).table}" set created_by = $2 where id = $1`, [
        record.id,
        user.id,
      ]);
    const world: World = { app: this.#app, user, owner, here: this.home };
    await check.ready?.(record, world);
    return { world, record };
  }

  /** Creates a record of that ownership. */
  #made(check: RecordRequest, place: Ownership, owner: TestUser): Promise<CreatedRecord> {
    return this.kindOf(check).make(this.#app, place, owner);
  }

  /** Returns a record shared by tries: a refused call leaves it unchanged. */
  #shared(check: RecordRequest, place: Ownership, owner: TestUser): Promise<CreatedRecord> {
    const key = JSON.stringify([check.kind, place, owner.id]);
    const record = this.#outside.get(key) ?? this.#made(check, place, owner);
    this.#outside.set(key, record);
    return record;
  }

  /** Returns the current row of the record. */
  async rowOf(check: RecordRequest, id: string): Promise<unknown> {
    const { table } = this.kindOf(check);
    return (await this.#app.sql(`select to_jsonb(t) as row from "${table}" t where id = $1`, [id]))[0];
  }
}
