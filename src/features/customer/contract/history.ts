import { Id, Instant, list, nullable, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** One part of a record that somebody changed at once: who, when, what from and to, in words. */
export const HistoryEntry = strict({
  /** The same for all parts that were changed by one deed. */
  id: Type.String(),
  at: Instant,
  /** Null: the product itself. */
  userName: nullable(Type.String()),
  /** 建档, 合并, 基本, 居住, 健康, 服务, 联系人, 知情同意, 权益与证件, 附件. */
  section: Type.String(),
  /** It is the last one that is told, and older ones lie in the command log alone. */
  capped: Type.Optional(Type.Boolean()),
  changes: Type.Array(
    strict({
      field: Type.String(),
      /** What the field is called. */
      label: Type.String(),
      old: nullable(Type.String()),
      new: nullable(Type.String()),
    }),
  ),
});

export const historyApi = {
  getCustomerHistory: list('/api/customer/getCustomerHistory', {
    title: '客户变更记录',
    permission: 'customer:list',
    filters: { id: Id },
    sort: ['at'],
    row: HistoryEntry,
  }),
};
