import { sql } from 'kysely';
import { hasConsent } from '#features/customer/server/service.ts';
import type { NotificationHooks } from '#features/notification/server/service.ts';
import { addSystemSteps, emitWarnEvent, lockWarns, unknownNumbers } from '#features/warn/server/service.ts';
import { db } from '#server/db/db.ts';
import { groupChannels } from '#shared/codes.ts';
import { deliveryNote } from './deliveryNote.ts';
import { gathered } from './gathered.ts';

const isEnded = sql`warn.status not in ('pending', 'handling')`;

/**
 * Condition: a user may still be notified of `warn`: in its project, device staff for an unregistered number, or a
 * leader there.
 */
const userStillConcerned = sql`exists (
  select 1 from "user" u where u.id = m."toId" and u.deleted_at is null and u.status = 'enabled'
    and (u.project_ids is null or warn.project_id = any(u.project_ids) or ${unknownNumbers}
      or exists (select 1 from department d join department a on a.id = any(d.path) where d.id = warn.department_id and a.leader_id = u.id)))`;

/** Condition: a contact of the customer of `warn` still exists, with the customer's consent. */
const contactStillConcerned = sql`exists (
  select 1 from customer_contact k join customer on customer.id = k.customer_id where k.id = m."toId" and k.deleted_at is null and ${hasConsent('family')})`;

/** Condition: a responder of `warn` is still on the way. */
const responderStillUnderWay = sql`exists (
  select 1 from warn_dispatch d where d.id = m."toId" and d.warn_id = warn.id and d.state not in ('done', 'cancelled'))`;

const hooks: NotificationHooks = {
  /** Records the delivery of messages in the timelines of their warns, at once. */
  async afterDelivery(ctx, messages) {
    const { tx } = ctx;
    const rows = await lockWarns(
      tx,
      messages.map(({ warnId }) => warnId),
    );
    const known = new Set(rows.map(({ id }) => id));
    const steps = messages.map(({ id, warnId, channel, to, state, reason }) => {
      const note = deliveryNote({ channel, state }, to, reason);
      return { warnId, kind: 'note' as const, note, data: { notificationId: id, channel, state } };
    });
    await addSystemSteps(
      tx,
      steps.filter(({ warnId }) => known.has(warnId)),
    );
    for (const row of rows) emitWarnEvent(ctx, row, 'changed');
  },

  /**
   * Returns why messages are obsolete: the warn has ended or the recipient is no longer concerned. A group counts as
   * one recipient.
   */
  async obsoleteReasons(messages) {
    const asked = messages.map(({ id, warnId, channel, to }) => ({
      ...{ id, warnId, toId: to.id },
      toKind: groupChannels.includes(channel) ? 'group' : to.kind,
    }));
    const rows = await db.rows(sql<{ id: string; reason: string }>`
      select m.id::text, case when ${isEnded} then '告警已结束，没有发送' when m."toKind" = 'responder' then '派单已完成或取消，没有发送' else '对方已停用、已移出或不再同意，没有发送' end as reason
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as m (id bigint, "warnId" bigint, "toKind" text, "toId" bigint)
      join warn on warn.id = m."warnId"
      where ${isEnded} or (m."toKind" = 'user' and not ${userStillConcerned}) or (m."toKind" = 'contact' and not ${contactStillConcerned})
        or (m."toKind" = 'responder' and not ${responderStillUnderWay})`);
    return new Map(rows.map(({ id, reason }) => [id, reason]));
  },

  gathered,
};
export default hooks;
