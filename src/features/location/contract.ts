import type { Feature } from '#shared/feature.ts';
import { type PlaceKind, type PlaceState, placeApi, placeKinds, placeStates } from './contract/place.ts';
import { responderApi } from './contract/responder.ts';
import { maxTrackDays, maxTrackPoints, trackApi } from './contract/track.ts';

export type { PlaceKind, PlaceState };
export { maxTrackDays, maxTrackPoints, placeKinds, placeStates };

export const locationApi = { ...placeApi, ...trackApi, ...responderApi };

export const feature: Feature = {
  title: '定位',
  endpoints: locationApi,
  screens: [
    {
      path: '/location/list',
      title: '定位',
      icon: 'map-pin',
      group: '值守',
      sort: 11,
      component: 'LocationScreen',
      tabs: { '/location/list': '定位' },
      permission: { key: 'location:list', title: '查看定位', roles: ['area', 'leader', 'operator'] },
      buttons: [
        { key: 'location:track', title: '查看轨迹', roles: ['area', 'leader', 'operator'] },
        { key: 'location:export', title: '导出轨迹', roles: ['area', 'leader'] },
        { key: 'location:share', title: '分享位置', roles: ['area', 'leader'] },
        { key: 'lost:edit', title: '登记走失', roles: ['area', 'leader', 'operator'] },
        { key: 'map:edit', title: '设置地图底图', roles: [], platformWide: true },
      ],
    },
    {
      path: '/location/app',
      title: 'APP 定位',
      icon: 'map',
      group: '值守',
      sort: 12,
      component: 'AppScreen',
      permission: { key: 'location:app', title: '查看 APP 定位', roles: ['area', 'leader', 'operator'] },
    },
  ],
};
