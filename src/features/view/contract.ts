import { listSettingApi } from '#shared/listSetting.ts';
import type { Room } from '#shared/room.ts';

export const viewApi = listSettingApi;

export const room: Room = { title: '视图', endpoints: viewApi, screens: [] };
