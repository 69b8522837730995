import type { Feature } from '#shared/feature.ts';
import { listSettingApi } from '#shared/listSetting.ts';
import { savedViewApi } from '#shared/savedView.ts';

export const viewApi = { ...listSettingApi, ...savedViewApi };

export const feature: Feature = { title: '视图', endpoints: viewApi, screens: [] };
