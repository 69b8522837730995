import { Id, Instant, list, nullable, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { type Static, Type } from '#shared/typebox.ts';

/** Change of one section of a record: user, time, old and new values as text. */
const HistoryEntry = strict({
  /** Shared by all sections changed by the same action. */
  id: Type.String(),
  at: Instant,
  /** Null: the product itself. */
  userName: nullable(Type.String()),
  /** 建档, 合并, 基本, 居住, 健康, 健康档案, 体征, 体征界限, 服务, 联系人, 知情同意, 权益与证件, 附件. */
  section: Type.String(),
  /** Marks the oldest entry of a capped list; older ones are only in the command log. */
  capped: Type.Optional(Type.Boolean()),
  changes: Type.Array(
    strict({
      field: Type.String(),
      /** Display name of the field. */
      label: Type.String(),
      old: nullable(Type.String()),
      new: nullable(Type.String()),
    }),
  ),
});

export type HistoryChange = Static<typeof HistoryEntry>['changes'][number];

export const customerHistoryApi = {
  /** In the command log, as it shows health data. */
  getCustomerHistory: {
    ...list('/api/customer/getCustomerHistory', {
      title: '客户变更记录',
      permission: 'customer:list',
      filters: { id: Id },
      sort: ['at'],
      row: HistoryEntry,
    }),
    change: true,
  },
};

/** The history is a section of a customer’s record. */
export const feature: Feature = { title: '客户', module: 'customer', endpoints: customerHistoryApi, screens: [] };
