import {
  customerOf,
  figuresOf,
  hasEmergencyContact,
  isOver,
  lockCustomer,
  requireUnsealed,
} from '#features/customer/server/service.ts';
import type { leaveApi } from '#features/leave/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof leaveApi;
type State = OutputOf<Api['getCustomerState']>;

async function checklistOf(customerId: string): Promise<State['leaving']> {
  const row = await db
    .selectFrom('customerLeaving')
    .selectAll()
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    devicesBack: row.devicesBackAt,
    keysBack: row.keysBackAt,
    relativesTold: row.relativesToldAt,
    relatives: row.relativesTold,
    belongings: row.belongingsAt,
    archiveSealed: row.archiveSealedAt,
  };
}

/** Returns the customer's service state and the leaving checklist. */
export async function getCustomerState(
  viewer: Viewer,
  { customerId }: InputOf<Api['getCustomerState']>,
): Promise<State> {
  const row = await customerOf(viewer, customerId);
  const [figures, contact, leaving] = await Promise.all([
    figuresOf([customerId]),
    hasEmergencyContact(db, customerId),
    isOver(row.serviceState) ? checklistOf(customerId) : null,
  ]);
  return {
    id: row.id,
    name: row.name,
    serviceState: row.serviceState as State['serviceState'],
    since: row.stateSince,
    reason: row.stateReason,
    returnDate: row.returnDate,
    place: row.deathPlace,
    cause: row.deathCause,
    equipmentCount: figures.get(customerId)?.equipmentCount ?? 0,
    hasEmergencyContact: contact,
    version: row.version,
    leaving,
  };
}

/** Ticks an item of 退住/死亡手续, or unticks it; once the archive is sealed nothing changes. */
export async function tickLeaving(viewer: Viewer, input: InputOf<Api['tickLeaving']>): Promise<null> {
  const { customerId, item, done, at, relatives } = input;
  if (at && Date.parse(at) > Date.now() + 60_000) throw invalidField('at', '时间不能晚于现在', 'range');
  if (item === 'relativesTold' && done && !relatives?.trim())
    throw invalidField('relatives', '请填写告知了谁', 'required');
  await command(viewer, async ({ tx }) => {
    const customer = await lockCustomer(tx, viewer, customerId);
    const { serviceState } = customer;
    if (!isOver(serviceState)) throw new Problem(409, '服务没有结束，没有要办的手续', { serviceState });
    if (item !== 'archiveSealed') await requireUnsealed(tx, [customer]);
    const when = done ? (at ?? now) : null;
    const columns = {
      devicesBack: { devicesBackAt: when },
      keysBack: { keysBackAt: when },
      relativesTold: { relativesToldAt: when, relativesTold: done ? relatives?.trim() : null },
      belongings: { belongingsAt: when },
      archiveSealed: { archiveSealedAt: when },
    };
    await tx
      .insertInto('customerLeaving')
      .values({ customerId, createdBy: viewer.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.updateTable('customerLeaving').set(columns[item]).where('customerId', '=', customerId).execute();
  });
  return null;
}
