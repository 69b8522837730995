import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** Maximum number of labels per print. */
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
        /** Target of the QR code; null if PUBLIC_URL is not configured. */
        link: nullable(Type.String()),
        model: Type.String(),
        /** Service provider and its phone number. */
        service: Type.String(),
        hotline: nullable(Type.String()),
      }),
    ),
  }),
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
