import { addressProps } from '#shared/address.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Customer at high risk with every number, for outages. */
export const EmergencyCustomer = strict({
  name: Type.String(),
  age: nullable(Type.Integer()),
  ...addressProps,
  phone: nullable(Type.String()),
  flags: Type.Array(Type.String()),
  contacts: Type.Array(
    strict({
      name: Type.String(),
      relation: Type.String(),
      phone: nullable(Type.String()),
      hasKey: Type.Boolean(),
    }),
  ),
});

/**
 * Customers at the highest risk, up to the print limit; `total` counts active customers in scope, and a file has up to
 * 50,000.
 */
const EmergencyRows = strict({ total: Type.Integer(), people: Type.Array(EmergencyCustomer) });

/** Customers at the highest risk with every number, for outages. */
export const emergencyListApi = {
  /** Creates a personal file for a day, or records that the list was printed; either ends the weekly reminder. */
  takeEmergencyList: post('/api/warn/takeEmergencyList', {
    title: '下载或打印应急名单',
    permission: 'warn:judge',
    input: { way: Type.Enum(['file', 'print'], { title: '方式' }) },
    output: strict({ fileId: nullable(Id) }),
  }),
  getEmergencyList: post('/api/warn/getEmergencyList', {
    title: '应急名单',
    permission: 'warn:judge',
    /** Time at which the list was opened from the cached copy, because the server did not answer. */
    input: { openedAt: Type.Optional(Type.String({ ...Instant, title: '打开时间' })) },
    output: EmergencyRows,
  }),
  /** Returns the list for the page's cache, for use without the server: the command log has it as 自动缓存. */
  cacheEmergencyList: post('/api/warn/cacheEmergencyList', {
    title: '应急名单缓存',
    permission: 'warn:judge',
    input: {},
    output: EmergencyRows,
  }),
};

export const feature: Feature = { title: '告警', module: 'warn', endpoints: emergencyListApi, screens: [] };
