import { searchApi } from '#shared/search.ts';
import { call } from '#web/request.ts';
import type { PaletteSource } from '#web/shell/paletteSources.ts';

/** People, devices, open alarms and colleagues; screens are in the menu that the page has already. */
const source: PaletteSource = {
  async find(keyword, signal) {
    const hits = await call(searchApi.searchAll, { keyword }, { signal });
    return hits.filter((hit) => hit.kind !== 'screen');
  },
};

export default source;
