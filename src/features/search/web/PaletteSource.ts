import { searchApi } from '#shared/search.ts';
import { callApi } from '#web/api/request.ts';
import type { PaletteSource } from '#web/shell/paletteSources.ts';

/** People, devices, open alarms and colleagues; screens by their pinyin initials, which the page does not know. */
const source: PaletteSource = {
  async find(keyword, signal) {
    return callApi(searchApi.searchAll, { keyword }, { signal });
  },
};

export default source;
