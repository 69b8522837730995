import { equipmentTab } from '#features/equipment/contract.ts';
import { equipmentStates, keysOf, returnConditions, stockMoves } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

const ShortText = (title: string, maxLength: number) => Type.String({ minLength: 1, maxLength, title });
const Day = (title: string) => Type.String({ format: 'date', title });
const Condition = Type.Enum(keysOf(returnConditions), { title: '归还情况' });
const read = { editable: false } as const;
/** Options of read-only fields from joined rows. */
const shown = { editable: false, dbColumn: false } as const;

/** Stock move or loan of a device (domain.md 6.18); a loan lasts until it ends. */
export const stockMove = resource(
  'stockMove',
  '出入库记录',
  {
    kind: field(Type.Enum(keysOf(stockMoves), { title: '类别' }), {
      ...{ ...read, labels: stockMoves, filter: 'many' },
      column: { width: 72, fixed: 'left' },
    }),
    equipmentId: field(Type.String({ ...Id, title: '设备' }), { ...read, filter: 'one', column: false }),
    sn: field(Type.String({ title: '设备编号' }), { ...shown, column: { width: 144 } }),
    equipmentName: field(Type.String({ title: '设备' }), { ...shown, column: { width: 152 } }),
    modelName: field(Type.String({ title: '型号' }), { ...shown, column: { width: 112, hidden: true } }),
    /** Null if the viewer may not view the customer. */
    customerId: field(Type.String({ ...Id, title: '客户' }), { ...read, nullable: true, column: false }),
    customerName: field(Type.String({ title: '客户' }), { ...shown, nullable: true, column: { width: 80 } }),
    dueDate: field(Day('应还日期'), { ...read, nullable: true, sort: true, column: { width: 104 } }),
    /** Days until an open loan is due; negative if overdue. */
    daysLeft: computed(Type.Union([Type.Integer(), Type.Null()], { title: '剩余天数' }), {
      column: { width: 96, align: 'right' },
    }),
    endedAt: field(Type.String({ ...Instant, title: '归还时间' }), { ...read, nullable: true, column: { width: 112 } }),
    condition: field(Condition, { ...read, nullable: true, labels: returnConditions, column: { width: 80 } }),
    batch: field(ShortText('采购批次', 50), {
      ...read,
      nullable: true,
      search: true,
      column: { width: 112, hideOrder: 2 },
    }),
    supplier: field(ShortText('供应商', 100), {
      ...read,
      nullable: true,
      search: true,
      column: { width: 112, hideOrder: 1 },
    }),
    note: field(ShortText('说明', 500), { ...read, nullable: true, column: { width: 120 } }),
    byName: field(Type.String({ title: '经办人' }), { ...shown, nullable: true, column: { width: 88 } }),
  },
  { of: 'equipment' },
);

const within = {
  projectId: Type.Optional(Id),
  /** Includes the departments below. */
  departmentId: Type.Optional(Id),
};
const Count = Type.Integer({ minimum: 0 });
const counted = Object.fromEntries(keysOf(equipmentStates).map((state) => [state, Count])) as Record<
  keyof typeof equipmentStates,
  typeof Count
>;

export const stockApi = {
  /** Counts devices per model and batch, by state. */
  getStockList: list('/api/equipment/getStockList', {
    title: '库存',
    permission: 'equipment:list',
    filters: { ...within, model: Type.Optional(Type.Array(ShortText('型号', 50), { maxItems: 50, title: '型号' })) },
    sort: ['total', 'stock'],
    row: strict({
      /** Id built from model and batch. */
      id: Type.String(),
      model: Type.String({ description: 'code' }),
      modelName: Type.String(),
      batch: nullable(Type.String()),
      supplier: nullable(Type.String()),
      ...counted,
      /** Devices with an open loan. */
      loaned: Count,
      total: Count,
    }),
  }),
  /** Open loans first, overdue ones on top. */
  getStockMoveList: stockMove.list({
    permission: 'equipment:list',
    filters: {
      ...within,
      /** true: only open loans; false: without them. */
      open: Type.Optional(Type.Boolean({ title: '借出中' })),
      overdue: Type.Optional(Type.Boolean({ title: '已逾期' })),
    },
  }),
  /** All or none. A return ends the loan; broken devices go to repair. */
  addStockMove: post('/api/equipment/addStockMove', {
    title: '登记出入库',
    permission: 'equipment:edit',
    input: {
      kind: Type.Enum(keysOf(stockMoves), { title: '类别' }),
      equipmentIds: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true, title: '设备' }),
      batch: Type.Optional(ShortText('采购批次', 50)),
      supplier: Type.Optional(ShortText('供应商', 100)),
      /** Borrower. */
      customerId: Type.Optional(Type.String({ ...Id, title: '客户' })),
      /** Day in the time zone of the device's project. */
      dueDate: Type.Optional(Day('应还日期')),
      condition: Type.Optional(Condition),
      note: Type.Optional(ShortText('说明', 500)),
      /** The user has confirmed an open call for help of the customer. */
      confirm: Type.Optional(Type.Boolean({ title: '已确认' })),
    },
    output: strict({ count: Type.Integer() }),
  }),
};

export const feature: Feature = {
  title: '设备',
  module: 'equipment',
  labels: { 'stock_move.kind': stockMoves, 'stock_move.condition': returnConditions },
  endpoints: stockApi,
  screens: [
    {
      ...equipmentTab,
      ...{ path: '/equipment/list/stock', title: '出入库与借还', component: 'StockScreen' },
      tabs: { '/equipment/list/stock': '出入库' },
    },
  ],
};
