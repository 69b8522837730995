import { Id, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Maximum number of labels per print. */
export const maxLabels = 240;

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
};

/** Labels are printed from the list and the page of a device. */
export const feature: Feature = { title: '设备', module: 'equipment', endpoints: labelApi, screens: [] };
