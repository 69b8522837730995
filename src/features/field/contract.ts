import { fieldApi } from '#shared/contract/field.ts';
import type { Feature } from '#shared/feature.ts';

/** Reveals a masked value: needs its own permission and scope, and the command log records it. */
export const feature: Feature = { title: '个人信息', endpoints: fieldApi, screens: [] };
