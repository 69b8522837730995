import type { Feature } from '#shared/feature.ts';
import { fieldApi } from '#shared/field.ts';

/** Showing a masked value in clear: a right of its own, in scope, and an entry in the command log. */
export const feature: Feature = { title: '个人信息', endpoints: fieldApi, screens: [] };
