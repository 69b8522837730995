import { menuApiApi } from '#features/menuApi/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { checkMenuApi, getMenuApiList } from './list.ts';
import { bindMenuApi, syncMenuApi, unbindMenuApi } from './write.ts';

export default handlers(menuApiApi, { getMenuApiList, bindMenuApi, unbindMenuApi, checkMenuApi, syncMenuApi });
