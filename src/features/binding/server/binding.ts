import { sql } from 'kysely';
import type { bindingApi } from '#features/binding/contract.ts';
import {
  bindingCustomer,
  boundState,
  clearPositions,
  enterState,
  lockEquipment,
  lockRows,
  requireBindable,
  requireSameProject,
} from '#features/equipment/server/service.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { any, now } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { openUrgentWarnsOf, runAfterBind, runAfterRelease, validateLoan } from './bindingHooks.ts';
import { saveBindingPhoto } from './bindingPhoto.ts';

type Api = typeof bindingApi;
type Device = Awaited<ReturnType<typeof lockEquipment>>;

/** Installation data; a `testNote` makes the binding attested and says why no test was possible. */
export interface Installation {
  position: string | null;
  installedAt?: string | undefined;
  installer?: string | undefined;
  photoFileId?: string | undefined;
  testNote?: string | undefined;
  /** Due day of a loan. */
  dueDate?: string | undefined;
}

/** Binds a device to a customer; the caller has checked permission and state of both. */
export async function bind(
  tx: Db,
  viewer: Viewer,
  device: Pick<Device, 'id' | 'activatedAt'>,
  customerId: string,
  to: Installation,
): Promise<void> {
  const { position, installedAt = new Date().toISOString(), testNote } = to;
  const testKind = testNote ? 'attested' : 'none';
  await tx
    .insertInto('equipmentBinding')
    .values({
      equipmentId: device.id,
      customerId,
      position,
      boundBy: viewer.userId,
      installedAt,
      installer: to.installer?.trim() || viewer.name,
      photoFileId: to.photoFileId ?? null,
      testKind,
      ...(testNote && { testedAt: now, testedBy: viewer.userId, testNote }),
    })
    .execute();
  await tx.updateTable('equipment').set({ customerId, position, installedAt }).where('id', '=', device.id).execute();
  await runAfterBind(tx, viewer, { id: device.id, customerId, dueDate: to.dueDate });
  const state = boundState({ activatedAt: device.activatedAt, testKind });
  await enterState(tx, viewer.userId, [device.id], state, testNote ? `绑定客户，${testNote}` : '绑定客户');
  await clearPositions(tx, [device.id]);
}

/** Returns the 409 that names the current customer, if the viewer may view them. */
async function boundElsewhere(tx: Db, viewer: Viewer, customerId: string): Promise<Problem> {
  const customer = await bindingCustomer(tx, viewer, customerId);
  const whose = customer ? `「${customer.name}」` : '其他客户';
  return new Problem(
    409,
    `设备已绑定${whose}，请先解绑，或填写原因后转给这位客户`,
    { needs: 'unbind', customerId: customer?.id ?? null, customerName: customer?.name ?? null },
    '设备已绑定其他客户',
  );
}

/** Earliest accepted installation time, ms. */
const earliestInstalled = Date.UTC(2000, 0, 1);

function problemOf({ tested, testNote, installedAt, lat, lng }: InputOf<Api['bindEquipment']>): Problem | undefined {
  if (Date.parse(installedAt) > Date.now() + 60_000)
    return invalidField('installedAt', '安装时间不能晚于现在', 'range');
  if (Date.parse(installedAt) < earliestInstalled)
    return invalidField('installedAt', '安装时间不能早于2000年', 'range');
  if (tested && !testNote?.trim()) return invalidField('testNote', '请写明为什么不能实测', 'required');
  if ((lat === undefined) !== (lng === undefined)) return invalidField('lat', '经度和纬度须一起填写');
  if (lat === 0 && lng === 0) return invalidField('lat', '定位无效');
  return undefined;
}

/**
 * Binds a device to a customer of its project; with a due date as a loan. A bound device is refused with its customer,
 * unless there is a reason to unbind it.
 */
export async function bindWithin(tx: Db, viewer: Viewer, input: InputOf<Api['bindEquipment']>): Promise<void> {
  const problem = problemOf(input);
  if (problem) throw problem;
  const { id, customerId, unbindReason, lat, lng } = input;
  const row = await lockEquipment(tx, viewer, id);
  const customer = await bindingCustomer(tx, viewer, customerId);
  if (!customer) throw invalidField('customerId', '客户不存在或不在你的范围');
  if (row.customerId === customerId) throw new Problem(409, '设备已经绑定这位客户', { state: row.state });
  requireBindable(row);
  if (row.customerId && !unbindReason) throw await boundElsewhere(tx, viewer, row.customerId);
  await requireSameProject(tx, row, customer);
  if (input.dueDate) await validateLoan(tx, id, input.dueDate);
  if (row.customerId) {
    await requireNoUrgentWarn(tx, [row], '解绑', input.confirm);
    await release(tx, viewer, [row], unbindReason ?? '');
  }
  const photoFileId = await saveBindingPhoto(tx, viewer, input.photoFileId, customer);
  const testNote = input.tested ? input.testNote?.trim() : undefined;
  const { position, installedAt, installer, dueDate } = input;
  await bind(tx, viewer, row, customerId, {
    position: position.trim(),
    installedAt,
    installer,
    photoFileId,
    testNote,
    dueDate,
  });
  const name = input.name?.trim();
  if (lat !== undefined && lng !== undefined)
    await tx.updateTable('equipment').set({ lat, lng }).where('id', '=', id).execute();
  if (name) await tx.updateTable('equipment').set({ name }).where('id', '=', id).execute();
}

/** Binds a device in its own transaction. */
export async function bindEquipment(viewer: Viewer, input: InputOf<Api['bindEquipment']>): Promise<null> {
  await command(viewer, ({ tx }) => bindWithin(tx, viewer, input));
  return null;
}

/** Throws 409 while one of these devices or its customer has an open call for help, unless confirmed. */
export async function requireNoUrgentWarn(
  tx: Db,
  devices: readonly Device[],
  actionLabel: '解绑' | '更换',
  confirm: boolean | undefined,
): Promise<void> {
  if (confirm) return;
  const calls = await openUrgentWarnsOf(
    tx,
    devices.map(({ id }) => id),
  );
  const [first] = calls;
  if (first)
    throw new Problem(409, `该客户的求助（${first.no}）还没有结案，确认仍要${actionLabel}？`, {
      needs: 'confirm',
      warns: calls,
    });
}

/** Unbinds locked devices; the binding stays in the history with the reason. Repair, disabled and lost states stay. */
export async function release(tx: Db, viewer: Viewer, devices: readonly Device[], reason: string): Promise<void> {
  const ids = devices.map(({ id }) => id);
  await tx
    .updateTable('equipmentBinding')
    .set({ unboundAt: now, unboundBy: viewer.userId, reason })
    .where('equipmentId', '=', any(ids))
    .where('unboundAt', 'is', null)
    .execute();
  const nowhere = { position: null, lat: null, lng: null, installedAt: null };
  await tx
    .updateTable('equipment')
    .set({ customerId: null, ...nowhere })
    .where('id', '=', any(ids))
    .execute();
  const served = devices.filter(({ state }) => ['issued', 'activated', 'in_use'].includes(state));
  await enterState(
    tx,
    viewer.userId,
    served.map(({ id }) => id),
    'issued',
    `解绑：${reason}`,
  );
  await clearPositions(tx, ids);
  await runAfterRelease(tx, viewer, ids);
}

/** Unbinds a device. 409 asks for confirmation while a call for help of it is open. */
export async function unbindEquipment(
  viewer: Viewer,
  { id, reason, confirm }: InputOf<Api['unbindEquipment']>,
): Promise<null> {
  await command(viewer, async ({ tx }) => {
    const row = await lockEquipment(tx, viewer, id);
    if (!row.customerId) throw new Problem(409, '设备没有绑定客户');
    await requireNoUrgentWarn(tx, [row], '解绑', confirm);
    await release(tx, viewer, [row], reason.trim());
  });
  return null;
}

/** Unbinds all devices of a customer when the service ends; the caller has checked the permission. */
export async function releaseAll(tx: Db, viewer: Viewer, customerId: string, reason: string): Promise<void> {
  const rows = await tx.rows(sql<{ id: string }>`
    select id::text from equipment where customer_id = ${customerId} and deleted_at is null`);
  if (rows.length === 0) return;
  const devices = await lockRows(
    tx,
    rows.map(({ id }) => id),
  );
  await release(
    tx,
    viewer,
    devices.filter((device) => device.customerId === customerId),
    reason,
  );
}
