import { Id, Instant, NoData, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

/** Sides of an attribute: told by the device, or set here for it. */
export const attributeSides = ['client', 'shared'] as const;

/** Limits per device (protocols.md P7). */
export const maxAttributes = 200;
export const maxAttributeBytes = 4096;

/** Attributes of devices that speak to ThingsBoard's API. */
export const attributeApi = {
  getAttributeList: post('/api/equipment/getAttributeList', {
    title: '设备属性',
    permission: 'equipment:list',
    change: false,
    input: {
      equipmentId: Id,
      side: Type.Optional(Type.Array(Type.Enum(attributeSides), { maxItems: 2, title: '属性的一方' })),
    },
    output: Type.Array(
      strict({ side: Type.Enum(attributeSides), key: Type.String(), value: Type.Unknown(), at: Instant }),
    ),
  }),
  /** Sets shared attributes, or withdraws those with null; a connected device gets the change at once. */
  editAttribute: post('/api/equipment/editAttribute', {
    title: '修改设备属性',
    permission: 'equipment:edit',
    input: {
      equipmentId: Id,
      shared: Type.Record(Type.String({ pattern: '^[^\\u0000]{1,128}$' }), Type.Unknown(), {
        minProperties: 1,
        maxProperties: maxAttributes,
        title: '共享属性',
      }),
    },
    output: NoData,
  }),
};

export const feature: Feature = { title: '设备', module: 'equipment', endpoints: attributeApi, screens: [] };
