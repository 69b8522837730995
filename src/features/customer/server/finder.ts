import type { Finder } from '#server/finder.ts';
import { getCustomerList } from './list.ts';

/** People by name, pinyin, end of a phone or of an ID number. */
const finder: Finder = {
  right: 'customer:list',
  sort: 1,
  async find(viewer, keyword, most) {
    const { rows } = await getCustomerList(viewer, { keyword, limit: most });
    return rows.map((row) => ({
      kind: 'customer',
      id: row.id,
      title: row.age === null ? row.name : `${row.name} · ${row.age} 岁`,
      subtitle: [row.address, row.mobile].filter(Boolean).join(' · '),
      url: `/customer/list?keyword=${encodeURIComponent(row.name)}`,
    }));
  },
};

export default finder;
