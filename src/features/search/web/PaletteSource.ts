import { searchApi } from '#shared/contract/search.ts';
import { callApi } from '#web/api/request.ts';
import type { PaletteSource } from '#web/shell/palette/paletteSources.ts';

/** Searches customers, devices, open warns and users; also screens by pinyin initials, which the page does not know. */
const source: PaletteSource = {
  async find(keyword, signal) {
    return callApi(searchApi.searchAll, { keyword }, { signal });
  },
};

export default source;
