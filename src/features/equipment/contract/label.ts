import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** As many labels are printed at once. */
export const maxLabels = 240;

const Point = strict({ at: Instant, value: Type.Number() });

export const labelApi = {
  /** All or none, in the order of `ids`. */
  getEquipmentLabel: post('/api/equipment/getEquipmentLabel', {
    title: '打印设备标签',
    permission: 'equipment:list',
    change: false,
    input: {
      ids: Type.Array(Id, {
        ...{ minItems: 1, maxItems: maxLabels, uniqueItems: true, title: '设备' },
        msg: `一次最多打印${maxLabels}张标签`,
      }),
    },
    output: Type.Array(
      strict({
        id: Id,
        sn: Type.String(),
        /** Where its code leads; null while PUBLIC_URL does not say how the product is reached. */
        link: nullable(Type.String()),
        model: Type.String(),
        /** Who serves, and its telephone. */
        service: Type.String(),
        hotline: nullable(Type.String()),
      }),
    ),
  }),
  /** Levels of the last days as they were kept, oldest first; of a day with many the last of each hour. */
  getEquipmentCourse: post('/api/equipment/getEquipmentCourse', {
    title: '设备电量与信号曲线',
    permission: 'equipment:list',
    change: false,
    input: { id: Id, days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, title: '天数' })) },
    output: strict({ battery: Type.Array(Point), signal: Type.Array(Point) }),
  }),
  /** What it measured within 30 days: of each kind the newest value. */
  getEquipmentData: post('/api/equipment/getEquipmentData', {
    title: '设备测量数据',
    permission: 'archive:list',
    input: { id: Id },
    output: Type.Array(strict({ id: Type.String(), kind: Type.String(), value: Type.Number(), at: Instant })),
  }),
};
