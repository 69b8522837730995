import { handlers } from '#server/feature/handlers.ts';
import { searchApi } from '#shared/search.ts';
import { searchAll } from './service.ts';

export default handlers(searchApi, { searchAll });
