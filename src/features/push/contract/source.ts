import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

const SourceName = Type.String({
  pattern: '^[a-z][a-z0-9_-]{1,39}$',
  title: '来源',
  msg: '来源为2至40位小写字母、数字、横线或下划线，以字母开头',
});
const Mapping = Type.Record(Type.String(), Type.Unknown(), { title: '字段映射' });

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

/** Endpoints of the push sources and their mappings. */
export const pushSourceApi = {
  getPushSourceList: list('/api/push/getPushSourceList', {
    title: '推送来源',
    permission: 'push:log',
    filters: { source: Type.Optional(Type.String({ maxLength: 40, title: '来源' })) },
    sort: ['source', 'createdAt'],
    row: pushSourceRow,
  }),
  /** Adds a source, or changes the source of that name; a generated secret is answered once. */
  editPushSource: post('/api/push/editPushSource', {
    title: '编辑推送来源',
    permission: 'push:edit',
    input: {
      source: SourceName,
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 50, title: '名称' })),
      signature: Type.Optional(Type.Enum(['hmac', 'token'], { title: '签名方式' })),
      secret: Type.Optional(Type.String({ minLength: 16, maxLength: 128, title: '密钥' })),
      mapping: Type.Optional(Mapping),
      status: Type.Optional(Type.Enum(['enabled', 'disabled'], { title: '状态' })),
      version: Type.Optional(Type.Integer({ minimum: 1, title: '版本' })),
    },
    output: strict({
      id: Id,
      secret: nullable(Type.String({ description: 'once, when we made it' })),
      version: Type.Integer(),
    }),
  }),
  /** Decodes a body by an unsaved mapping, or by the source's; stores nothing. */
  tryPushSource: post('/api/push/tryPushSource', {
    title: '试用映射',
    permission: 'push:log',
    change: false,
    input: {
      source: SourceName,
      body: Type.Optional(Type.String({ minLength: 1, maxLength: 262_144, title: '内容' })),
      /** Log row with the stored body to use instead of `body`. */
      logId: Type.Optional(Id),
      mapping: Type.Optional(Mapping),
    },
    output: strict({
      body: Type.String(),
      messages: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      errors: Type.Array(Type.String()),
    }),
  }),
  getPushVersionList: post('/api/push/getPushVersionList', {
    title: '映射的历史版本',
    permission: 'push:log',
    change: false,
    input: { source: SourceName },
    output: Type.Array(
      strict({
        version: Type.Integer(),
        at: Instant,
        userName: nullable(Type.String()),
        mapping: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  }),
};
