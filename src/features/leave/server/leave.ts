import { sql } from 'kysely';
import { changeState, lockCustomer } from '#features/customer/server/service.ts';
import type { leaveApi } from '#features/leave/contract.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import { sqlState } from '#server/core/retry.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { equals, holds } from '#server/db/filter.ts';
import { countOf, limitsOf, logOrder } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import { command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { maskPhone } from '#shared/mask.ts';

type Api = typeof leaveApi;
type Leave = OutputOf<Api['getLeaveList']>;

/** Tolerated lead of a client's clock, ms. */
const ahead = 60_000;

/** Returns leaves of customers in scope, newest first; numbers are masked. */
export async function getLeaveList(viewer: Viewer, input: InputOf<Api['getLeaveList']>): Promise<Paged<Leave>> {
  const { customerId, open, keyword, sort } = input;
  const { limit, offset } = limitsOf(input);
  const query = db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('customerLeave as l', 'l.customerId', 'customer.id')
    .where(
      and(
        equals('customer.id', customerId),
        holds(sql`l.returned_at is null`, open),
        keyword?.trim() ? sql`position(${keyword.trim()} in customer.name) > 0` : undefined,
      ),
    );
  const [rows, count] = await Promise.all([
    query
      .select(['l.id', 'customer.id as customerId', 'customer.name as customerName', 'l.kind', 'l.fromAt as from'])
      .select(['l.expectedReturn', 'l.returnedAt', 'l.companion', 'l.phone', 'l.note'])
      .orderBy(logOrder(sort, { from: sql`l.from_at` }, sql`l.id`, 'from'))
      .limit(limit)
      .offset(offset)
      .execute(),
    countOf(query.select('l.id')),
  ]);
  return { rows: rows.map((row) => ({ ...row, phone: maskPhone(row.phone) })), count };
}

function validateTimes({ from, expectedReturn }: InputOf<Api['addLeave']>): void {
  if (Date.parse(from) > Date.now() + ahead) throw invalidField('from', '离开时间不能晚于现在', 'range');
  if (Date.parse(expectedReturn) < Date.now()) throw invalidField('expectedReturn', '预计返回不能早于现在', 'range');
}

async function daysOf(tx: Db, customerId: string, from: string, until: string) {
  return tx.row(sql<{ date: string; returnDate: string }>`
    select (${from}::timestamptz at time zone ${zoneOf('customer.projectId')})::date::text as date,
      (${until}::timestamptz at time zone ${zoneOf('customer.projectId')})::date::text as "returnDate" from customer where id = ${customerId}`);
}

/**
 * Adds a leave, one open leave per customer. 外出, 探亲 and 其他 are only shown; 住院 pauses the service from its first day.
 */
export async function addLeave(viewer: Viewer, input: InputOf<Api['addLeave']>): Promise<OutputOf<Api['addLeave']>> {
  validateTimes({
    ...input,
    from: new Date(input.from).toISOString(),
    expectedReturn: new Date(input.expectedReturn).toISOString(),
  });
  const { customerId, from, ...rest } = input;
  const added = command(viewer, async (ctx) => {
    const row = await lockCustomer(ctx.tx, viewer, customerId);
    const { serviceState } = row;
    if (serviceState !== 'active')
      throw new Problem(409, `「${row.name}」是${labelOf('service_state', serviceState)}，不能请假`, { serviceState });
    const leave = await ctx.tx
      .insertInto('customerLeave')
      .values({ ...rest, customerId, fromAt: from, createdBy: viewer.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (input.kind === 'hospital') {
      const days = await daysOf(ctx.tx, customerId, from, input.expectedReturn);
      await changeState(ctx, viewer, row, { state: 'paused', reason: '住院请假', ...days });
    }
    return leave;
  });
  return added.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? new Problem(409, '已有未销假的请假，请先销假') : error;
  });
}

/** Returns the instant of the return, by default now. 400 for an instant in the future or before the leave. */
function returnOf(at: string | undefined, fromAt: string): string {
  const startMs = Date.parse(fromAt);
  if (at === undefined) return new Date(Math.max(Date.now(), startMs)).toISOString();
  const returnMs = Date.parse(at);
  if (returnMs > Date.now() + ahead) throw invalidField('at', '返回时间不能晚于现在', 'range');
  // The form has minutes only: a return within the minute of leaving is accepted.
  if (returnMs < startMs - (startMs % 60_000)) throw invalidField('at', '返回时间不能早于离开时间', 'order');
  return new Date(Math.max(returnMs, startMs)).toISOString();
}

/** Ends a leave (销假); a service paused by a hospital leave resumes. */
export async function returnLeave(viewer: Viewer, { id, at }: InputOf<Api['returnLeave']>): Promise<null> {
  await command(viewer, async (ctx) => {
    const { tx } = ctx;
    const customer = await tx
      .selectFrom(scoped(viewer, 'customer'))
      .innerJoin('customerLeave as l', 'l.customerId', 'customer.id')
      .select('customer.id')
      .where('l.id', '=', id)
      .executeTakeFirst();
    if (!customer) throw notFound('请假');
    const row = await lockCustomer(tx, viewer, customer.id);
    const leave = await tx.selectFrom('customerLeave').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (leave.returnedAt) throw new Problem(409, '已经销假', { returnedAt: leave.returnedAt });
    const returnedAt = returnOf(at, leave.fromAt);
    await tx.updateTable('customerLeave').set({ returnedAt }).where('id', '=', id).execute();
    if (leave.kind === 'hospital' && row.serviceState === 'paused') {
      const days = await daysOf(tx, customer.id, returnedAt, returnedAt);
      await changeState(ctx, viewer, row, { state: 'active', ...(days && { date: days.date }) });
    }
  });
  return null;
}
