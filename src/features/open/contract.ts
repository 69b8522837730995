import { get, Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { deadLink } from '#shared/link.ts';
import { Type } from '#shared/typebox.ts';

const PublicNotice = strict({
  id: Id,
  title: Type.String(),
  typeName: Type.String(),
  content: Type.String(),
  publishedAt: Instant,
});

export const openApi = {
  getOpenInfo: get('/api/open/getOpenInfo', {
    title: '开放页',
    permission: 'public',
    output: strict({
      name: Type.String(),
      phone: nullable(Type.String()),
      /** True when the request's address may read /api/docs without a login. */
      docs: Type.Boolean(),
      notices: Type.Array(PublicNotice),
    }),
  }),
  /** Guide behind the code on a device; never its customer. */
  getOpenDevice: post('/api/open/getOpenDevice', {
    title: '设备说明',
    permission: 'public',
    change: false,
    input: { sn: Type.String({ pattern: '^[A-Za-z0-9_-]{6,32}$', title: '设备编号', msg: deadLink }) },
    output: strict({
      model: Type.String(),
      /** Value of the dictionary `device_kind`, with its label. */
      kind: Type.String(),
      kindName: Type.String(),
      capabilities: Type.Array(Type.String()),
      phone: nullable(Type.String()),
    }),
  }),
};

/** Public page for outside systems, visitors and finders of a device (domain.md 10.2). */
export const feature: Feature = { title: '开放页', endpoints: openApi, screens: [] };
