import { bindWithin, release, requireNoUrgentWarn } from '#features/binding/server/service.ts';
import {
  type EquipmentState,
  enterState,
  lockEquipmentRows,
  refusal,
  requireInStock,
} from '#features/equipment/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { returnConditions } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { stockApi } from '../contract.ts';
import { recordCondition } from './loan.ts';
import { writeIntake } from './stockMoves.ts';

type Api = typeof stockApi;
type Input = InputOf<Api['addStockMove']>;
type Devices = Awaited<ReturnType<typeof lockEquipmentRows>>;
type StockAction = (tx: Db, viewer: Viewer, rows: Devices, input: Input) => Promise<void>;

const idsOf = (rows: Devices) => rows.map(({ id }) => id);

/** Changes the state of unbound devices; 409 names the first device that cannot change. */
async function enterAll(tx: Db, viewer: Viewer, rows: Devices, state: EquipmentState, reason: string): Promise<void> {
  for (const row of rows) {
    const hindrance = refusal({ ...row, testKind: 'none' }, state);
    if (hindrance) throw new Problem(409, `设备「${row.sn}」：${hindrance}`, { id: row.id }, hindrance);
  }
  await enterState(tx, viewer.userId, idsOf(rows), state, reason);
}

const takeIntoStock: StockAction = async (tx, viewer, rows, { batch, supplier, note }) => {
  if (!batch && !supplier) throw invalidField('batch', '请填写采购批次或供应商', 'required');
  requireInStock(rows, '入库');
  await tx
    .updateTable('equipment')
    .set({ ...(batch && { batch }), ...(supplier && { supplier }) })
    .where('id', '=', any(idsOf(rows)))
    .execute();
  await writeIntake(tx, viewer.userId, idsOf(rows), note ?? null);
};

const issue: StockAction = async (tx, viewer, rows, { note }) => {
  requireInStock(rows, '发放');
  await enterState(tx, viewer.userId, idsOf(rows), 'issued', note ?? '发放');
};

const returnToStock: StockAction = async (tx, viewer, rows, { condition = 'good', note, confirm }) => {
  const lent = await recordCondition(tx, idsOf(rows), { condition, note: note ?? null });
  const loans = rows.filter(({ id }) => lent.has(id));
  const reason = `${loans.length > 0 ? '归还' : '退回'}：${note ?? returnConditions[condition]}`;
  if (loans.length > 0) {
    await requireNoUrgentWarn(tx, loans, '解绑', confirm);
    await release(tx, viewer, loans, reason);
  }
  const now = await lockEquipmentRows(tx, viewer, idsOf(rows));
  // A device in repair, disabled or lost keeps its state when its loan is returned.
  const back = now.filter(({ id, state }) => !lent.has(id) || ['issued', 'activated'].includes(state));
  await enterAll(tx, viewer, back, condition === 'broken' ? 'repair' : 'stock', reason);
};

const lendAll: StockAction = async (tx, viewer, rows, { customerId, dueDate }) => {
  if (!customerId) throw invalidField('customerId', '请选择客户', 'required');
  if (!dueDate) throw invalidField('dueDate', '请填写应还日期', 'required');
  const installedAt = new Date().toISOString();
  for (const { id, sn, position } of rows)
    await bindWithin(tx, viewer, { id, customerId, dueDate, installedAt, position: position ?? '随身' }).catch(
      (error: unknown) => {
        throw error instanceof Problem && error.status === 409 && rows.length > 1
          ? new Problem(409, `设备「${sn}」：${error.message}`, error.data, error.logged)
          : error;
      },
    );
};

const scrap: StockAction = async (tx, viewer, rows, { note }) => {
  if (!note?.trim()) throw invalidField('note', '请写明为什么报废', 'required');
  await enterAll(tx, viewer, rows, 'scrapped', note.trim());
};

const stockActions: Readonly<Record<Input['kind'], StockAction>> = {
  in: takeIntoStock,
  issue,
  return: returnToStock,
  loan: lendAll,
  scrap,
};

/** Receives, issues, returns, lends or scraps devices; all or none. 409 and 400 give the reason. */
export async function addStockMove(viewer: Viewer, input: Input): Promise<OutputOf<Api['addStockMove']>> {
  return command(viewer, async ({ tx }) => {
    const rows = await lockEquipmentRows(tx, viewer, input.equipmentIds);
    await stockActions[input.kind](tx, viewer, rows, input);
    return { count: rows.length };
  });
}
