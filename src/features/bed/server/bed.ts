import { type SqlBool, sql } from 'kysely';
import { type bedApi, bedDepartments } from '#features/bed/contract.ts';
import { ownershipForNew } from '#features/project/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { equals, idIn, inDepartmentTree, oneOf } from '#server/db/filter.ts';
import { countOf, limitsOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and, texts } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { namesIn } from './bedNames.ts';

type Api = typeof bedApi;
type Bed = OutputOf<Api['getBedList']>;

/** Beds added by one call at most. */
const maxBedsAtOnce = 500;

const state = sql<Bed['state']>`case when b.customer_id is null then b.state else 'taken' end`;

/**
 * Returns beds of the departments in the viewer's scope; for 仅本人 the beds that the viewer entered. Names occupants only
 * within the scope.
 */
export function bedsOf(tx: Db, viewer: Viewer) {
  const { userId, scope } = viewer;
  const inside =
    scope.kind === 'self' ? sql<SqlBool>`b.created_by = ${userId}` : idIn(sql.ref('b.departmentId'), scope.departments);
  return tx
    .selectFrom('customerBed as b')
    .innerJoin('department as d', 'd.id', 'b.departmentId')
    .leftJoin(scoped(viewer, 'customer'), 'customer.id', 'b.customerId')
    .where(and(inside, sql`d.deleted_at is null`));
}

/** Beds in scope by building, floor, room and bed. */
export async function getBedList(viewer: Viewer, input: InputOf<Api['getBedList']>): Promise<Paged<Bed>> {
  const { departmentId, building, floor, keyword, sort } = input;
  const { limit, offset } = limitsOf(input);
  const query = bedsOf(db, viewer).where(
    and(
      inDepartmentTree(sql.ref('b.departmentId'), departmentId),
      equals(sql.ref('b.building'), building),
      equals(sql.ref('b.floor'), floor),
      oneOf(state, input.state),
      keyword?.trim()
        ? sql`position(${keyword.trim()} in concat_ws(' ', customer.name, b.building, b.room)) > 0`
        : undefined,
    ),
  );
  const order = sort?.[0]?.order ?? 'asc';
  const [rows, count] = await Promise.all([
    query
      .select(['b.id', 'b.departmentId', 'd.name as departmentName', 'b.building', 'b.floor', 'b.room', 'b.bed'])
      .select(['customer.id as customerId', 'customer.name as customerName', 'customer.abilityLevel'])
      .select(['customer.assessedUntil', 'b.version'])
      .select(state.as('state'))
      .select(
        sql<boolean>`exists (select 1 from customer_leave l where l.customer_id = customer.id and l.returned_at is null)`.as(
          'onLeave',
        ),
      )
      .orderBy(sql`length(b.building)`, order)
      .orderBy('b.building', order)
      .orderBy(sql`length(b.floor), b.floor, length(b.room), b.room, length(b.bed), b.bed, b.id`)
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(query.select('b.id')),
  ]);
  return { rows, count };
}

/**
 * Locks a bed in scope until the end of the transaction and returns it with its occupant's name; 404 outside the scope.
 */
export async function lockBed(tx: Db, viewer: Viewer, id: string) {
  const read = () =>
    bedsOf(tx, viewer).selectAll('b').select('customer.name as customerName').where('b.id', '=', id).executeTakeFirst();
  if (!(await read())) throw notFound('床位');
  await sql`select 1 from customer_bed where id = ${id} for update`.execute(tx);
  const row = await read();
  if (!row) throw notFound('床位');
  return row;
}

/** Returns the refusal for an occupied bed; it names the occupant only within the scope. */
export function takenProblem(customerName: string | null): Problem {
  return new Problem(409, `该床位已有${customerName ? ` ${customerName}` : '人'}`, null, '该床位已有人');
}

interface Spot {
  floor: string;
  room: string;
  bed: string;
}

/**
 * Throws 409 when the department has one of these beds, other than `except`. Locks the department against concurrent
 * additions.
 */
async function requireNew(
  tx: Db,
  departmentId: string,
  building: string,
  spots: readonly Spot[],
  except = '0',
): Promise<void> {
  await sql`select 1 from department where id = ${departmentId} for no key update`.execute(tx);
  const column = (name: keyof Spot) => texts(spots.map((spot) => spot[name]));
  const existing = await tx.row(sql<{ room: string; bed: string }>`
    select b.room, b.bed from customer_bed b
      join unnest(${column('floor')}, ${column('room')}, ${column('bed')}) n (floor, room, bed) on n.floor = b.floor and n.room = b.room and n.bed = b.bed
    where b.department_id = ${departmentId} and b.building = ${building} and b.id <> ${except} limit 1`);
  if (existing) throw invalidField('bed', `「${building} ${existing.room}-${existing.bed}」已存在`, 'unique');
}

/**
 * Adds every combination of the named floors, rooms and beds; all or none. 400 if the department type has no beds or a
 * bed exists.
 */
export async function addBed(viewer: Viewer, input: InputOf<Api['addBed']>): Promise<OutputOf<Api['addBed']>> {
  const { departmentId, building } = input;
  const [floors, rooms, beds] = [input.floor, input.room, input.bed].map(namesIn) as [string[], string[], string[]];
  const count = floors.length * rooms.length * beds.length;
  if (count === 0) throw invalidField('bed', '请填写楼层、房间和床号', 'required');
  if (count > maxBedsAtOnce)
    throw invalidField('bed', `一次最多新增 ${maxBedsAtOnce} 张床位，这里有 ${count} 张`, 'range');
  const spots = floors.flatMap((floor) => rooms.flatMap((room) => beds.map((bed) => ({ floor, room, bed }))));
  await ownershipForNew(viewer, { departmentId });
  return command(viewer, async ({ tx }) => {
    await requireNew(tx, departmentId, building, spots);
    const department = await tx
      .selectFrom('department')
      .select('type')
      .where('id', '=', departmentId)
      .executeTakeFirstOrThrow();
    if (!bedDepartments.includes(department.type)) throw invalidField('departmentId', '只有机构和服务站有床位');
    const added = await tx
      .insertInto('customerBed')
      .values(spots.map((spot) => ({ ...spot, departmentId, building, createdBy: viewer.userId })))
      .returning('id')
      .execute();
    return { ids: added.map(({ id }) => id) };
  });
}

/**
 * Renames, reserves, closes or reopens a bed. 409 for a state change while occupied, 403 while the occupant is out of
 * scope.
 */
export async function editBed(
  viewer: Viewer,
  { id, version, ...changed }: InputOf<Api['editBed']>,
): Promise<OutputOf<Api['editBed']>> {
  return command(viewer, async ({ tx }) => {
    const row = await lockBed(tx, viewer, id);
    if (row.customerId !== null && row.customerName === null)
      throw new Problem(403, '该床位住着你范围以外的人，由能看到此人的人修改');
    if (version !== row.version) throw await stale(tx, 'customer_bed', id, version, row);
    if (changed.state !== undefined && changed.state !== row.state && row.customerId !== null)
      throw takenProblem(row.customerName);
    const { building, ...spot } = { ...row, ...changed };
    if (['building', 'floor', 'room', 'bed'].some((field) => field in changed))
      await requireNew(tx, row.departmentId, building, [spot], id);
    if (Object.keys(changed).length > 0)
      await tx.updateTable('customerBed').set(changed).where('id', '=', id).execute();
    const after = await tx.selectFrom('customerBed').select('version').where('id', '=', id).executeTakeFirstOrThrow();
    return { id, version: after.version };
  });
}
