import { sql } from 'kysely';
import { requireGateway } from '#features/equipment/server/service.ts';
import { modelByCode } from '#features/model/server/service.ts';
import { log } from '#server/core/log.ts';
import { Problem } from '#server/core/problem.ts';
import { system } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { checkChild, registerChild } from './addChild.ts';
import { proposedModel } from './proposal.ts';
import { requireTarget, type Target } from './target.ts';

/** What a gateway has told of an unregistered child. */
interface Newcomer {
  number: string;
  wireName: string | null;
  model: string | null;
  exposes: unknown;
}

const product = system('gateway');

/** Returns what the gateway names and nobody has registered behind it; `numbers`: among these alone. */
function newcomersOf({ id, protocol }: Target, numbers: readonly string[] | undefined): Promise<Newcomer[]> {
  const registered = protocol === 'thingsboard' ? sql`${`${id}/`}::text || c.number` : sql`c.number`;
  return db.rows(sql<Newcomer>`
    select c.number, c.wire_name as "wireName", c.model, c.exposes from gateway_child c
    where c.gateway_id = ${id} and (${numbers === undefined} or c.number = any(${numbers ?? []}::text[]))
      and not exists (select 1 from equipment_identifier i join equipment e on e.id = i.equipment_id
        where i.protocol = ${protocol} and i.number = ${registered} and e.gateway_id = ${id} and e.deleted_at is null)
    order by c.number limit 10000`);
}

/** Returns the model for a child without a person who decides: a button only by its actions. */
async function modelOf(protocol: string, child: Newcomer): Promise<string> {
  const code = proposedModel(protocol, child);
  if (code === null) throw new Problem(409, '还不能判断它的型号，请手动登记');
  const model = await modelByCode(code);
  if (protocol === 'lorawan' && model?.kind === 'button') throw new Problem(409, '按钮须由人登记');
  return code;
}

async function register(gateway: Target, child: Newcomer): Promise<void> {
  const model = await modelOf(gateway.protocol, child);
  const name = child.wireName?.trim().slice(0, 50);
  const device = await checkChild(product, gateway, { model, ...(name && { name }) });
  await command(product, async (ctx) => {
    await requireGateway(ctx.tx, product, gateway.id);
    await registerChild(ctx, product, gateway, { number: child.number, device });
  });
}

/** Keeps why a child was not taken in, where the page of the gateway shows it. */
async function refuse({ id }: Target, { number }: Newcomer, reason: string): Promise<void> {
  await sql`
    update gateway_child set refused = ${reason} where gateway_id = ${id} and number = ${number} and refused is distinct from ${reason}`.execute(
    db,
  );
}

/**
 * Registers what a gateway speaks for and may register by itself: within its limit and its project's quota, of a model that
 * follows from what the child exposes. Why one was refused stands in its row.
 * @param numbers those that the gateway has told now; absent: all
 */
export async function takeIn(gatewayId: string, numbers?: readonly string[]): Promise<void> {
  const [own] = await db
    .selectFrom('gateway')
    .select('mayCreate')
    .where('id', '=', gatewayId)
    .where('mayCreate', '=', true)
    .execute();
  if (!own || numbers?.length === 0) return;
  const gateway = await requireTarget(product, gatewayId);
  for (const child of await newcomersOf(gateway, numbers)) {
    try {
      await register(gateway, child);
    } catch (error) {
      if (!(error instanceof Problem)) log.error({ err: error, gatewayId }, 'child not registered');
      await refuse(gateway, child, error instanceof Problem ? error.message : '登记失败，请手动登记');
    }
  }
}
