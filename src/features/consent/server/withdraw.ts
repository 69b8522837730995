import { sql } from 'kysely';
import type { consentApi } from '#features/consent/contract.ts';
import {
  localToday,
  lockCustomer,
  type Purpose,
  requireUnsealed,
  runAfterConsentWithdrawn,
} from '#features/customer/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof consentApi;

/** Tolerated lead of a client's clock, ms. */
const ahead = 60_000;

function validateTime(at: string, signedAt: string): void {
  if (Date.parse(at) > Date.now() + ahead) throw invalidField('at', '撤回时间不能晚于现在', 'range');
  if (Date.parse(at) < Date.parse(signedAt)) throw invalidField('at', '撤回时间不能早于签署时间', 'order');
}

/**
 * Withdraws a consent: every valid signature of the purpose, not the named one alone, so that its data is no longer
 * stored or shown. 409 if already withdrawn.
 */
export async function withdrawConsent(
  viewer: Viewer,
  { id, at, reason }: InputOf<Api['withdrawConsent']>,
): Promise<OutputOf<Api['withdrawConsent']>> {
  const customer = await db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('consent', 'consent.customerId', 'customer.id')
    .select('customer.id')
    .where('consent.id', '=', id)
    .executeTakeFirst();
  if (!customer) throw notFound('知情同意');
  await command(viewer, async (ctx) => {
    const { tx } = ctx;
    await requireUnsealed(tx, [await lockCustomer(tx, viewer, customer.id)]);
    const row = await tx.selectFrom('consent').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (row.withdrawnAt) throw new Problem(409, '已经撤回', { withdrawnAt: row.withdrawnAt });
    if (at) validateTime(at, row.signedAt);
    const from = at ?? new Date().toISOString();
    await sql`
      update consent set withdrawn_at = ${from}, reason = ${reason} from customer
      where customer.id = consent.customer_id and consent.customer_id = ${customer.id} and consent.purpose = ${row.purpose} and consent.withdrawn_at is null
        and (consent.id = ${id} or consent.signed_at <= ${from} and (consent.until is null or consent.until >= ${localToday}))`.execute(
      tx,
    );
    await runAfterConsentWithdrawn(ctx, { id: customer.id, purpose: row.purpose, at: from });
  });
  return { id };
}

/** Keeps a consent withdrawn after a merge if either customer had withdrawn it. */
export async function settleConsents(ctx: CommandContext, customerId: string): Promise<void> {
  const updated = await ctx.tx.returning(sql<{ purpose: Purpose; at: string }>`
    update consent k set withdrawn_at = w.withdrawn_at, reason = w.reason
    from (select distinct on (purpose) purpose, withdrawn_at, reason from consent
      where customer_id = ${customerId} and withdrawn_at is not null order by purpose, withdrawn_at desc) w
    where k.customer_id = ${customerId} and k.purpose = w.purpose and k.withdrawn_at is null and k.signed_at <= w.withdrawn_at
    returning k.purpose, k.withdrawn_at as at`);
  for (const { purpose, at } of updated) await runAfterConsentWithdrawn(ctx, { id: customerId, purpose, at });
}
