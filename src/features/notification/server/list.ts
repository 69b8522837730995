import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { between, contains, equals, oneOf } from '#server/db/filter.ts';
import { countLimit, countOf, pageOf } from '#server/db/paging.ts';
import { scoped } from '#server/db/scoped.ts';
import { and } from '#server/db/values.ts';
import type { InputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import type { notificationApi } from '../contract.ts';
import type { NotificationRow } from './record.ts';
import { inState, messages, readRows } from './rows.ts';

type Input = InputOf<typeof notificationApi.getNotificationList>;

/** Days shown by default. */
const days = 30;

function sentTo(kind: string, id: string | undefined) {
  return id ? sql`(notification.to_kind = ${kind} and notification.to_id = ${id})` : undefined;
}

function filterCondition(input: Input): RawBuilder<SqlBool> {
  const { warnId, channel, event, keyword, to } = input;
  const from = input.from ?? (warnId ? undefined : new Date(Date.now() - days * 86_400_000).toISOString());
  return and(
    equals('notification.warnId', warnId),
    sentTo('user', input.userId),
    sentTo('customer_user', input.customerUserId),
    oneOf('notification.channel', channel),
    oneOf('notification.event', event),
    input.state && input.state.length > 0 ? inState(input.state) : undefined,
    between('notification.createdAt', from, to),
    contains(['notification.title'], keyword),
  );
}

/** Returns messages about warns in scope. */
export async function getNotificationList(viewer: Viewer, input: Input): Promise<Paged<NotificationRow>> {
  const page = pageOf(input, { at: 'notification.createdAt' }, sql`notification.created_at desc, notification.id desc`);
  const query = messages(db.selectFrom(scoped(viewer, 'notification'))).where(filterCondition(input));
  const [rows, count] = await Promise.all([
    readRows(query.orderBy(page.order).limit(page.limit).offset(page.offset), false),
    countOf(query.select('notification.id'), countLimit),
  ]);
  return { rows, count };
}
