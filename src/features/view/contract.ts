import { listSettingApi } from '#shared/listSetting.ts';
import type { Room } from '#shared/room.ts';
import { savedViewApi } from '#shared/savedView.ts';

export const viewApi = { ...listSettingApi, ...savedViewApi };

export const room: Room = { title: '视图', endpoints: viewApi, screens: [] };
