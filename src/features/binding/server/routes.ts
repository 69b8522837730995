import { bindingApi } from '#features/binding/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { bindEquipment, unbindEquipment } from './binding.ts';
import { getBindingList } from './bindingHistory.ts';
import { uploadBindingPhoto } from './bindingPhoto.ts';
import { replaceEquipment } from './replace.ts';

export default handlers(bindingApi, {
  bindEquipment,
  unbindEquipment,
  replaceEquipment,
  getBindingList,
  uploadBindingPhoto,
});
