import { statuses } from '#shared/codes.ts';
import { optionsOf } from './dictionary.ts';

/** 启用 and 停用, as filters and forms offer them. */
export const statusOptions = optionsOf(statuses);
