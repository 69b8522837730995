import { randomBytes } from 'node:crypto';
import { findSubject } from '#features/customer/server/service.ts';
import type { equipmentApi } from '#features/equipment/contract.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { ownershipForNew, reserveQuota } from '#features/project/server/service.ts';
import { secretHash } from '#server/core/crypto.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { isImei } from '#shared/rule/imei.ts';
import { assignCustomer, runAfterInsert, runAfterRegister } from './equipmentHooks.ts';
import { requireGateway, requireOneProject } from './gateway.ts';
import { deviceNumbers, rejectCaseVariant, saveIdentifiers, uniqueViolation } from './identifiers.ts';
import { saveCard } from './simCard.ts';

type Api = typeof equipmentApi;
type Input = InputOf<Api['addEquipment']>;
type Model = NonNullable<Awaited<ReturnType<typeof modelByCode>>>;
type EquipmentOwnership = Awaited<ReturnType<typeof ownershipForNew>>;

/** Returns the customer for the device, in the viewer's scope; null if none is named. */
async function visibleCustomer(viewer: Viewer, customerId: string | undefined) {
  if (!customerId) return null;
  const customer = await findSubject(viewer, { id: customerId });
  if (!customer) throw invalidField('customerId', '客户不存在或不在你的范围');
  return customer;
}

/** Returns whether devices of the model authenticate with a secret (names.md, addEquipment). */
export function hasSecret({ protocol, kind }: Pick<Model, 'protocol' | 'kind'>): boolean {
  return (
    ['mqtt', 'thingsboard'].includes(protocol) || (kind === 'gateway' && ['z2m', 'lorawan', 'scaip'].includes(protocol))
  );
}

/** Throws 400 for 15 digits that are no IMEI. */
export function requireImei(imei: string | null | undefined): void {
  if (imei && !isImei(imei)) throw invalidField('imei', 'IMEI校验不通过', 'luhn');
}

/** Normalizes a MAC to twelve upper-case hex digits without separators; undefined and null stay. */
export function plainMac<T extends string | null | undefined>(mac: T): T | string {
  return mac ? mac.replace(/[:-]/g, '').toUpperCase() : mac;
}

/** Inserts a validated device; returns its id, and its secret if the protocol has one. */
export async function insertDevice(
  tx: Db,
  viewer: Viewer,
  input: Omit<Input, 'model' | 'customerId'>,
  { model, place }: { model: Model; place: EquipmentOwnership },
): Promise<OutputOf<Api['addEquipment']>> {
  const secret = hasSecret(model) ? randomBytes(24).toString('base64url') : null;
  const { identifiers = [], iccid, simNumber, simExpireDate, ...fields } = input;
  await rejectCaseVariant(tx, input.sn);
  const row = await tx
    .insertInto('equipment')
    .values({
      ...fields,
      ...place,
      mac: plainMac(input.mac),
      modelId: model.id,
      name: input.name ?? model.name,
      secretHash: secret === null ? null : secretHash(secret),
      createdBy: viewer.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveIdentifiers(tx, row.id, identifiers.length > 0 ? identifiers : deviceNumbers(model.protocol, input));
  await tx.insertInto('deviceState').values({ deviceId: row.id, projectId: place.projectId }).execute();
  await saveCard(tx, viewer, row.id, { iccid, simNumber, simExpireDate });
  await runAfterInsert(tx, viewer.userId, row.id);
  return { id: row.id, secret };
}

/** Checked input of a new device: its model and ownership. */
export interface NewDevice {
  model: Model;
  place: EquipmentOwnership;
  input: Input;
}

/** Returns department and project of a gateway in scope: its children are there too unless said otherwise. */
async function placeOfGateway(viewer: Viewer, gatewayId: string | undefined) {
  if (!gatewayId) return undefined;
  return db
    .selectFrom(scoped(viewer, 'equipment'))
    .select(['equipment.departmentId', 'equipment.projectId'])
    .where('equipment.id', '=', gatewayId)
    .executeTakeFirst();
}

/** Checks the input of a new device against model and scope. */
export async function checkNew(viewer: Viewer, input: Input): Promise<NewDevice> {
  const model = await modelByCode(input.model);
  if (!model) throw invalidField('model', '没有这个型号');
  requireImei(input.imei);
  const customer = await visibleCustomer(viewer, input.customerId);
  const above = customer ?? (await placeOfGateway(viewer, input.gatewayId));
  const place = await ownershipForNew(viewer, {
    departmentId: input.departmentId ?? above?.departmentId,
    projectId: input.projectId ?? above?.projectId,
  });
  return { model, place, input };
}

/** Registers a checked device in the transaction, and binds it when a customer is named. */
export async function registerWithin(
  ctx: CommandContext,
  viewer: Viewer,
  { model, place, input }: NewDevice,
): Promise<OutputOf<Api['addEquipment']>> {
  const { model: _code, customerId, ...fields } = input;
  const { tx } = ctx;
  if (input.gatewayId) await requireGateway(tx, viewer, input.gatewayId);
  await reserveQuota(tx, place.projectId, 'equipment');
  const inserted = await insertDevice(tx, viewer, fields, { model, place });
  if (customerId)
    await assignCustomer(tx, viewer, {
      ...place,
      ...{ id: inserted.id, customerId, position: input.position ?? null },
    });
  if (input.gatewayId) await requireOneProject(tx, [inserted.id], 'gatewayId');
  await runAfterRegister(ctx, [inserted.id]);
  return inserted;
}

/** Registers a device, with a secret where its protocol has one, and binds it when a customer is named. */
export async function addEquipment(viewer: Viewer, input: Input): Promise<OutputOf<Api['addEquipment']>> {
  const device = await checkNew(viewer, input);
  return command(viewer, (ctx) => registerWithin(ctx, viewer, device)).catch(uniqueViolation);
}
