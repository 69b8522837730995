import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const SourceName = Type.String({
  pattern: '^[a-z][a-z0-9_-]{1,39}$',
  title: '来源',
  msg: '来源为2至40位小写字母、数字、横线或下划线，以字母开头',
});

const pushSourceRow = strict({
  id: Id,
  source: Type.String(),
  name: Type.String(),
  signature: Type.String(),
  mapping: Type.Record(Type.String(), Type.Unknown()),
  status: Type.String(),
  createdAt: Instant,
  version: Type.Integer(),
});

export const pushApi = {
  getPushSourceList: list('/api/push/getPushSourceList', {
    title: '推送来源',
    permission: 'push:log',
    filters: { source: Type.Optional(Type.String({ maxLength: 40, title: '来源' })) },
    sort: ['source', 'createdAt'],
    row: pushSourceRow,
  }),
  /** Adds a source, or changes the one of that name; a secret that we make is answered once. */
  editPushSource: post('/api/push/editPushSource', {
    title: '编辑推送来源',
    permission: 'push:edit',
    input: {
      source: SourceName,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 50, title: '名称' })),
      signature: Type.Optional(Type.Enum(['hmac', 'token'], { title: '签名方式' })),
      secret: Type.Optional(Type.String({ minLength: 16, maxLength: 128, title: '密钥' })),
      mapping: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title: '字段映射' })),
      status: Type.Optional(Type.Enum(['enabled', 'disabled'], { title: '状态' })),
      version: Type.Optional(Type.Integer({ minimum: 1, title: '版本' })),
    },
    output: strict({
      id: Id,
      secret: nullable(Type.String({ description: 'once, when we made it' })),
      version: Type.Integer(),
    }),
  }),
};

export const feature: Feature = {
  title: '推送',
  endpoints: pushApi,
  screens: [
    {
      path: '/equipment/push_log',
      title: '推送日志',
      icon: 'send',
      group: '设备',
      sort: 53,
      planned: '设备消息在平台之间交接的每一条记录。',
      right: { key: 'push:log', title: '查看推送日志', roles: ['engineer'] },
      buttons: [{ key: 'push:edit', title: '编辑推送来源', roles: [] }],
    },
  ],
};
