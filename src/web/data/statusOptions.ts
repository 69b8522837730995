import { statuses } from '#shared/codes.ts';

/** 启用 and 停用, as filters and forms offer them. */
export const statusOptions = Object.entries(statuses).map(([value, label]) => ({ value, label }));
