import { statuses } from '#shared/codes.ts';
import { optionsOf } from './dictionary.ts';

/** Options 启用 and 停用 for filters and forms. */
export const statusOptions = optionsOf(statuses);
