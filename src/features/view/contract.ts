import { listSettingApi } from '#shared/contract/listSetting.ts';
import { savedViewApi } from '#shared/contract/savedView.ts';
import type { Feature } from '#shared/feature.ts';

export const viewApi = { ...listSettingApi, ...savedViewApi };

export const feature: Feature = { title: '视图', endpoints: viewApi, screens: [] };
