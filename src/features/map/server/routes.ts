import { hasDemo } from '#features/department/server/service.ts';
import { mapSettingApi } from '#features/map/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { mapApi } from '#shared/contract/map.ts';
import { editMapSetting, getMapSetting, readSetting } from './setting.ts';

export default handlers(
  { ...mapApi, ...mapSettingApi },
  {
    async getMapBase() {
      const { file: _file, ...setting } = await readSetting();
      return { demo: await hasDemo(), ...setting };
    },
    getMapSetting,
    editMapSetting,
  },
);
