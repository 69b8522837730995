import { fenceApi } from '#features/fence/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getFenceEventList } from './events.ts';
import { fences } from './fence.ts';
import { tryFence } from './tryFence.ts';

export default handlers(fenceApi, {
  getFenceList: fences.list,
  getFence: fences.get,
  addFence: fences.add,
  editFence: fences.edit,
  updateFenceStatus: fences.setStatus,
  deleteFence: fences.remove,
  tryFence,
  getFenceEventList,
});
