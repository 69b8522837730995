import { Id, list, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

export const modelApi = {
  getModelList: list('/api/model/getModelList', {
    title: '型号列表',
    permission: 'equipment:list',
    filters: { protocol: Type.Optional(Type.String({ maxLength: 40, title: '协议' })) },
    sort: ['code', 'name'],
    row: strict({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      kind: Type.String(),
      protocol: Type.String(),
      intervalSeconds: Type.Integer(),
      capabilities: Type.Array(Type.String()),
      profile: Type.Record(Type.String(), Type.Unknown()),
      version: Type.Integer(),
    }),
  }),
};

export const feature: Feature = { title: '型号', endpoints: modelApi, screens: [] };
