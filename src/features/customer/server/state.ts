import { sql } from 'kysely';
import type { customerApi } from '#features/customer/contract.ts';
import { invalid, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { stale } from '#server/feature/stale.ts';
import type { serviceStates } from '#shared/codes.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { FieldProblem } from '#shared/envelope.ts';
import { endsTooEarly } from '#shared/rule/order.ts';
import { archiveSealedOf } from './archiveSealed.ts';
import { runAfterStateChange } from './customerHooks.ts';
import { isOver, lockCustomer, type StoredCustomer } from './lockCustomer.ts';

type Input = Omit<InputOf<typeof customerApi.updateCustomerState>, 'id' | 'version'>;
export type ServiceState = keyof typeof serviceStates;

/**
 * Allowed transitions (domain.md 6.3). An ended service can resume; a death entered by mistake can be corrected until
 * the archive is sealed.
 */
const next: Readonly<Record<ServiceState, readonly ServiceState[]>> = {
  pending: ['active', 'ended', 'deceased'],
  active: ['paused', 'ended', 'deceased'],
  paused: ['active', 'paused', 'ended', 'deceased'],
  ended: ['active', 'deceased'],
  deceased: ['active'],
};

/** Returns a problem for each required field that is missing, and for each impossible date. */
function problemsOf(
  { today, serviceState, startDate, birthDate }: StoredCustomer,
  { state, ...input }: Input,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const needs = (field: 'reason' | 'date' | 'returnDate', msg: string) => {
    if (!input[field]?.trim()) problems.push({ field, rule: 'required', msg });
  };
  if (state === 'paused' || isOver(state)) needs('reason', '请填写原因');
  if (serviceState === 'deceased') needs('reason', '请写明更正的原因');
  if (isOver(state)) needs('date', state === 'ended' ? '请填写终止日期' : '请填写身故日期');
  if (state === 'paused') needs('returnDate', '请填写预计返回日期');
  if (input.date && input.date > today) problems.push({ field: 'date', rule: 'range', msg: '日期不能晚于今天' });
  if (isOver(state)) problems.push(...endProblems(state, input.date, { startDate, birthDate }));
  const from = input.date ?? today;
  if (state === 'paused' && input.returnDate && (input.returnDate < from || input.returnDate < today))
    problems.push({ field: 'returnDate', rule: 'order', msg: '预计返回日期不能早于今天' });
  return problems;
}

/** Validates the end date: an end not before the service start, a death not before the birth date. */
function endProblems(
  state: ServiceState,
  date: string | undefined,
  { startDate, birthDate }: Pick<StoredCustomer, 'startDate' | 'birthDate'>,
): FieldProblem[] {
  const end = state === 'ended' ? '终止日期' : '身故日期';
  const begins = state === 'ended' ? ([startDate, '服务开始日期'] as const) : ([birthDate, '出生日期'] as const);
  const [begin, name] = begins;
  return endsTooEarly(begin, date) ? [{ field: 'date', rule: 'order', msg: `${end}不能早于${name}` }] : [];
}

/** Returns whether the customer has an emergency contact. */
export async function hasEmergencyContact(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from customer_contact where customer_id = ${id} and is_emergency and deleted_at is null limit 1`);
  return rows.length > 0;
}

/** Throws 409 for a transition that the current state does not allow, also after a concurrent change. */
async function requireTransition(tx: Db, row: StoredCustomer, state: ServiceState): Promise<void> {
  const [is, becomes] = [labelOf('service_state', row.serviceState), labelOf('service_state', state)];
  if (!next[row.serviceState as ServiceState].includes(state)) {
    const message =
      row.serviceState === state ? `「${row.name}」已经是${is}` : `「${row.name}」是${is}，不能改为${becomes}`;
    throw new Problem(409, message, { serviceState: row.serviceState });
  }
  if (state !== 'active') return;
  if (row.serviceState === 'deceased' && (await archiveSealedOf(tx, [row])).length > 0)
    throw new Problem(409, '档案已封存，不能再更正', { serviceState: row.serviceState });
  if (!(await hasEmergencyContact(tx, row.id)))
    throw new Problem(409, '请先登记一位紧急联系人，再开通服务', { serviceState: row.serviceState });
}

/** Creates the leaving checklist with the end of a service, and deletes it when the service resumes. */
async function syncChecklist(tx: Db, viewer: Viewer, id: string, over: boolean): Promise<void> {
  if (!over) await tx.deleteFrom('customerLeaving').where('customerId', '=', id).execute();
  else
    await tx
      .insertInto('customerLeaving')
      .values({ customerId: id, createdBy: viewer.userId })
      .onConflict((conflict) => conflict.column('customerId').doNothing())
      .execute();
}

/**
 * Changes the state of a locked customer, with all consequences; 400 names a missing field, 409 the reason of a
 * refusal.
 */
export async function changeState(
  ctx: CommandContext,
  viewer: Viewer,
  row: StoredCustomer,
  input: Input,
): Promise<void> {
  await requireTransition(ctx.tx, row, input.state);
  const problems = problemsOf(row, input);
  if (problems.length > 0) throw invalid(problems);
  await enterState(ctx, viewer, row, input);
}

/**
 * Applies the merged customer's state to the kept one, with the dates and reasons entered there; 409 if not allowed.
 */
export async function adoptState(
  ctx: CommandContext,
  viewer: Viewer,
  keep: StoredCustomer,
  drop: StoredCustomer,
): Promise<void> {
  const { stateSince, stateReason, returnDate, deathPlace, deathCause } = drop;
  const state = drop.serviceState as ServiceState;
  await requireTransition(ctx.tx, keep, state);
  await enterState(ctx, viewer, keep, {
    state,
    ...(stateSince && { date: stateSince }),
    ...(stateReason && { reason: stateReason }),
    ...(returnDate && { returnDate }),
    ...(deathPlace && { place: deathPlace }),
    ...(deathCause && { cause: deathCause }),
  } as Input);
}

/** Creates or deletes the leaving checklist after a merge, to match the state. */
export async function settleLeaving(tx: Db, viewer: Viewer, id: string, state: string): Promise<void> {
  await syncChecklist(tx, viewer, id, isOver(state));
}

async function enterState(ctx: CommandContext, viewer: Viewer, row: StoredCustomer, input: Input): Promise<void> {
  const { tx } = ctx;
  const { state, date, reason, returnDate, place, cause, unbind = false } = input;
  await tx
    .updateTable('customer')
    .set({
      serviceState: state,
      stateSince: date ?? (state === row.serviceState ? row.stateSince : row.today),
      stateReason: reason?.trim() || null,
      returnDate: state === 'paused' ? (returnDate ?? null) : null,
      deathPlace: state === 'deceased' ? (place ?? null) : null,
      deathCause: state === 'deceased' ? (cause ?? null) : null,
    })
    .where('id', '=', row.id)
    .execute();
  // A leave ends with every state except a pause.
  if (state !== 'paused')
    await tx
      .updateTable('customerLeave')
      .set({ returnedAt: sql<string>`greatest(now(), from_at)` })
      .where('customerId', '=', row.id)
      .where('returnedAt', 'is', null)
      .execute();
  await syncChecklist(tx, viewer, row.id, isOver(state));
  await runAfterStateChange(ctx, viewer, { id: row.id, state, over: isOver(state), unbind: unbind && isOver(state) });
}

/**
 * Changes the service state: 开通, 暂停, 恢复, 终止, 身故, with the inputs and effects of domain.md 6.3; an SOS is never stopped.
 */
export async function updateCustomerState(
  viewer: Viewer,
  { id, version, ...input }: InputOf<typeof customerApi.updateCustomerState>,
): Promise<null> {
  await command(viewer, async (ctx) => {
    const row = await lockCustomer(ctx.tx, viewer, id);
    if (version !== undefined && version !== row.version) throw await stale(ctx.tx, 'customer', id, version, row);
    await changeState(ctx, viewer, row, input);
  });
  return null;
}
