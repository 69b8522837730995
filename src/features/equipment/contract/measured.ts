import { Id, Instant, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const Point = strict({ at: Instant, value: Type.Number() });

/** Calls about the values that a device has reported. */
export const measuredApi = {
  /** Stored levels of the last days, oldest first; on days with many levels the last of each hour. */
  getEquipmentCourse: post('/api/equipment/getEquipmentCourse', {
    title: '设备电量与信号曲线',
    permission: 'equipment:list',
    change: false,
    input: { id: Id, days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, title: '天数' })) },
    output: strict({ battery: Type.Array(Point), signal: Type.Array(Point) }),
  }),
  /** Newest value of each measured kind within 30 days. */
  getEquipmentData: post('/api/equipment/getEquipmentData', {
    title: '设备测量数据',
    permission: 'archive:list',
    input: { id: Id },
    output: Type.Array(strict({ id: Type.String(), kind: Type.String(), value: Type.Number(), at: Instant })),
  }),
};
