import { sql } from 'kysely';
import {
  checkNew,
  deviceNumbers,
  type NewDevice,
  normalizeNumber,
  numberBehind,
  registerWithin,
  requireGateway,
  uniqueViolation,
  visibleEquipment,
} from '#features/equipment/server/service.ts';
import type { gatewayApi } from '#features/gateway/contract.ts';
import { invalidField, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireTarget, type Target } from './target.ts';

type Api = typeof gatewayApi;

const snPattern = /^[A-Za-z0-9_-]{6,32}$/;
const longestSn = 32;

/** Throws 409 when the gateway, which the caller has locked, has as many children as it may. */
export async function requireRoom(tx: Db, { id }: { id: string }, coming = 1): Promise<void> {
  const row = await tx.row(sql<{ used: number; most: number }>`
    select (select count(*) from equipment where gateway_id = ${id} and deleted_at is null)::int as used,
      coalesce((select child_limit from gateway where id = ${id}), 256) as most`);
  const { used, most } = row ?? { used: 0, most: 0 };
  if (used + coming > most)
    throw new Problem(409, `子设备已达上限（${used}/${most}），请调高上限或移走一些`, { used, most });
}

/** Returns the device that has the number of a child already. */
async function holderOf(tx: Db, protocol: string, number: string): Promise<{ id: string; sn: string } | undefined> {
  return tx
    .selectFrom('equipmentIdentifier as i')
    .innerJoin('equipment as e', 'e.id', 'i.equipmentId')
    .select(['e.id', 'e.sn'])
    .where('i.protocol', '=', protocol)
    .where('i.number', '=', number)
    .where('e.deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Whether a person makes the call, not the product for a gateway. */
const isPerson = ({ userId }: Viewer) => userId !== '0';

/** Throws 409 for a number that is registered; names the device only to who may view it. */
async function requireFree(tx: Db, viewer: Viewer, protocol: string, number: string): Promise<void> {
  const holder = await holderOf(tx, protocol, number);
  if (!holder) return;
  const visible = isPerson(viewer) ? (await visibleEquipment(viewer, [holder.id])).get(holder.id) : undefined;
  throw new Problem(
    409,
    visible ? `这个号码已登记为设备「${visible.sn}」，请把它移到这个网关` : '这个号码已登记在别处',
  );
}

/** Returns the SN of a child: its number, or the gateway's SN with the next free number where that is none or taken. */
async function snOf(tx: Db, gateway: Pick<Target, 'sn' | 'protocol'>, number: string): Promise<string> {
  const taken = async (sn: string) =>
    (await tx.rows(sql`select 1 from equipment where lower(sn) = ${sn.toLowerCase()} and deleted_at is null limit 1`))
      .length > 0;
  if (snPattern.test(number) && !(await taken(number))) return number;
  for (let index = 1; ; index++) {
    const sn = `${gateway.sn.slice(0, longestSn - 1 - String(index).length)}-${index}`;
    if (!(await taken(sn))) return sn;
  }
}

/** What a new child is registered with besides its number. */
type Details = Pick<InputOf<Api['addChild']>, 'model' | 'name' | 'position' | 'customerId'>;

/** Returns the checked input of a new child, without its SN. */
export async function checkChild(viewer: Viewer, gateway: Target, details: Details): Promise<NewDevice> {
  const { departmentId, projectId } = gateway;
  const device = await checkNew(viewer, { ...details, sn: '', gatewayId: gateway.id, departmentId, projectId });
  if (device.model.kind === 'gateway') throw invalidField('model', '网关不能作子设备，请选择其他型号', 'kind');
  if (device.model.protocol !== gateway.protocol)
    throw invalidField('model', '型号的协议与网关不同，请选择这个网关的型号', 'protocol');
  return device;
}

/** Registers a checked child behind a gateway that the caller has locked. */
export async function registerChild(
  ctx: CommandContext,
  viewer: Viewer,
  gateway: Pick<Target, 'id' | 'sn' | 'protocol'>,
  { number, device }: { number: string; device: NewDevice },
): Promise<string> {
  const { tx } = ctx;
  await requireRoom(tx, gateway);
  const { protocol } = gateway;
  const wire = normalizeNumber({ protocol, number: number.trim() }).number;
  const registered = protocol === 'thingsboard' ? numberBehind(gateway.id, wire) : wire;
  await requireFree(tx, viewer, protocol, registered);
  const sn = await snOf(tx, gateway, wire);
  const usual = deviceNumbers(protocol, { sn, gatewayId: gateway.id });
  const identifiers = usual.some((known) => known.number === registered) ? [] : [{ protocol, number: registered }];
  const { id } = await registerWithin(ctx, viewer, { ...device, input: { ...device.input, sn, identifiers } });
  await tx
    .updateTable('gatewayChild')
    .set({ refused: null })
    .where('gatewayId', '=', gateway.id)
    .where('number', '=', wire)
    .where('refused', 'is not', null)
    .execute();
  return id;
}

/** Returns the name by which the gateway knows a child, where it fits. */
async function wireNameOf(tx: Db, gatewayId: string, number: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('gatewayChild')
    .select('wireName')
    .where('gatewayId', '=', gatewayId)
    .where('number', '=', number)
    .executeTakeFirst();
  const name = row?.wireName?.trim().slice(0, 50);
  return name === '' || name === number ? undefined : name;
}

/** Takes in what a gateway in scope speaks for, bound where a customer is named. */
export async function addChild(
  viewer: Viewer,
  { gatewayId, number, ...details }: InputOf<Api['addChild']>,
): Promise<OutputOf<Api['addChild']>> {
  const gateway = await requireTarget(viewer, gatewayId);
  const device = await checkChild(viewer, gateway, details);
  return command(viewer, async (ctx) => {
    await requireGateway(ctx.tx, viewer, gatewayId);
    const name = details.name ?? (await wireNameOf(ctx.tx, gatewayId, number.trim()));
    const named = { ...device, input: { ...device.input, ...(name !== undefined && { name }) } };
    return { id: await registerChild(ctx, viewer, gateway, { number, device: named }) };
  }).catch((error: unknown) => uniqueViolation(error, 'number'));
}
