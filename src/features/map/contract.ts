import { datums, mapApi, mapKinds, mapSettingProps } from '#shared/contract/map.ts';
import { nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { Type } from '#shared/typebox.ts';

const Url = Type.String({ maxLength: 500, title: '瓦片地址' });
const Attribution = Type.String({ maxLength: 200, title: '版权与审图号' });
const File = Type.String({
  ...{ pattern: '^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$', title: '文件' },
  msg: '文件名为字母、数字、点、横线或下划线',
});

/** Base of all maps, for the administrator. */
export const mapSettingApi = {
  getMapSetting: post('/api/map/getMapSetting', {
    title: '地图底图设置',
    permission: 'map:edit',
    change: false,
    input: {},
    output: strict({
      ...mapSettingProps,
      file: nullable(Type.String()),
      /** Files in the folder `map` of the data folder. */
      files: Type.Array(Type.String()),
      version: Type.Integer(),
    }),
  }),
  editMapSetting: post('/api/map/editMapSetting', {
    title: '设置地图底图',
    permission: 'map:edit',
    input: {
      version: Type.Integer({ minimum: 1, title: '版本' }),
      kind: Type.Enum(Object.keys(mapKinds) as (keyof typeof mapKinds)[], { title: '底图', labels: mapKinds }),
      url: Type.Optional(nullable(Url)),
      datum: Type.Optional(
        Type.Enum(Object.keys(datums) as (keyof typeof datums)[], { title: '坐标系', labels: datums }),
      ),
      attribution: Type.Optional(nullable(Attribution)),
      maxZoom: Type.Optional(Type.Integer({ minimum: 1, maximum: 22, title: '最大级别', msg: '最大级别为1至22' })),
      file: Type.Optional(nullable(File)),
    },
    output: strict({ version: Type.Integer() }),
  }),
};

/** Base maps for the maps of all screens. */
export const feature: Feature = {
  title: '地图',
  endpoints: { ...mapApi, ...mapSettingApi },
  labels: { 'map_setting.kind': mapKinds, 'map_setting.datum': datums },
  screens: [
    {
      ...{ path: '/location/list/base', title: '地图底图', icon: 'map', group: '值守', sort: 11, rank: 3 },
      ...{ component: 'MapBaseScreen', hidden: true, wide: true },
      permission: { key: 'map:edit', title: '设置地图底图', roles: [], platformWide: true },
    },
  ],
};
