import { keysOf } from '#shared/codes.ts';
import { Id, list, NoData, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

export const bedStates = { free: '空闲', taken: '在住', reserved: '预留', closed: '停用' } as const;

/** Types of the departments that have beds. */
export const bedDepartments: readonly string[] = ['org', 'station'];

const BedText = (title: string, max = 20) =>
  Type.String({ minLength: 1, maxLength: max, pattern: '^\\S(.*\\S)?$', title, msg: `请输入1-${max}位${title}` });
/** A name, several of them (A、B) or a range (301~306). */
const Range = (title: string) => BedText(title, 60);
const building = BedText('楼栋');

/** Calls about beds and their occupants. */
export const bedApi = {
  /** Sorted by building, floor, room and bed; 2 comes before 10. */
  getBedList: list('/api/customer/getBedList', {
    title: '床位列表',
    permission: 'customer:list',
    filters: {
      /** Includes the departments below. */
      departmentId: Type.Optional(Id),
      building: Type.Optional(building),
      floor: Type.Optional(BedText('楼层')),
      state: Type.Optional(Type.Array(Type.Enum(keysOf(bedStates)), { maxItems: 4, title: '床位状态' })),
    },
    sort: ['building'],
    row: strict({
      id: Id,
      departmentId: Id,
      departmentName: Type.String(),
      building: Type.String(),
      floor: Type.String(),
      room: Type.String(),
      bed: Type.String(),
      state: Type.Enum(keysOf(bedStates)),
      /** Null in an occupied bed: the customer is outside the viewer's scope. */
      customerId: nullable(Id),
      customerName: nullable(Type.String()),
      abilityLevel: nullable(Type.Integer()),
      /** Last day on which the assessed level is valid. */
      assessedUntil: nullable(Type.String({ format: 'date' })),
      onLeave: Type.Boolean(),
      version: Type.Integer(),
    }),
  }),
  /** Floor, room and bed may be ranges (301~306) or lists (A、B); every combination is added. All or none. */
  addBed: post('/api/customer/addBed', {
    title: '新增床位',
    permission: 'customer:edit',
    input: {
      departmentId: Type.String({ ...Id, title: '部门' }),
      building,
      floor: Range('楼层'),
      room: Range('房间'),
      bed: Range('床号'),
    },
    output: strict({ ids: Type.Array(Id) }),
  }),
  editBed: post('/api/customer/editBed', {
    title: '编辑床位',
    permission: 'customer:edit',
    input: {
      id: Id,
      version: Type.Integer({ minimum: 1 }),
      building: Type.Optional(building),
      floor: Type.Optional(BedText('楼层')),
      room: Type.Optional(BedText('房间')),
      bed: Type.Optional(BedText('床号')),
      state: Type.Optional(Type.Enum(['free', 'reserved', 'closed'], { title: '状态' })),
    },
    output: strict({ id: Id, version: Type.Integer() }),
  }),
  /** A customer who already has a bed moves. */
  assignBed: post('/api/customer/assignBed', {
    title: '安排床位',
    permission: 'customer:edit',
    input: { customerId: Type.String({ ...Id, title: '客户' }), bedId: Id },
    output: NoData,
  }),
  releaseBed: post('/api/customer/releaseBed', {
    title: '退床',
    permission: 'customer:edit',
    input: { customerId: Id, bedId: Id },
    output: NoData,
  }),
};

/** 301-2. */
export const bedName = ({ room, bed }: { room: string; bed: string }): string => `${room}-${bed}`;

/** Beds are a page beside the customers. */
export const feature: Feature = {
  title: '客户',
  module: 'customer',
  labels: { 'customer_bed.state': bedStates },
  endpoints: bedApi,
  screens: [],
};
