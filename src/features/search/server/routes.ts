import { handlers } from '#server/feature/handlers.ts';
import { searchApi } from '#shared/contract/search.ts';
import { searchAll } from './searchAll.ts';

export default handlers(searchApi, { searchAll });
