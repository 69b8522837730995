import { post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';

/** Calls about what devices say. */
export const logApi = {
  /** Nothing is stored: an engineer tries a frame out. */
  decodeFrame: post('/api/equipment/decodeFrame', {
    title: '试解析报文',
    permission: 'equipment:log',
    change: false,
    input: {
      protocol: Type.String({ pattern: '^[a-z0-9]+(:[a-z0-9_-]+)?$', maxLength: 60, title: '协议' }),
      frame: Type.String({ minLength: 1, maxLength: 262_144, title: '报文' }),
      encoding: Type.Enum(['hex', 'text', 'json'], { title: '编码' }),
      topic: Type.Optional(Type.String({ maxLength: 200, title: '主题' })),
      model: Type.Optional(Type.String({ maxLength: 50, title: '型号' })),
      /** Of a model that is being edited: read with these in place of what is saved. */
      profile: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title: '解析配置' })),
      events: Type.Optional(
        Type.Array(strict({ code: Type.String({ maxLength: 64 }), type: Type.String({ maxLength: 40 }) }), {
          maxItems: 60,
          title: '事件',
        }),
      ),
      session: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Record(Type.String(), Type.Unknown())])),
    },
    output: strict({
      messages: Type.Array(Type.Object({ kind: Type.String(), number: Type.String() }, { additionalProperties: true })),
      replies: Type.Array(Type.String()),
      errors: Type.Array(Type.String()),
    }),
  }),
};
