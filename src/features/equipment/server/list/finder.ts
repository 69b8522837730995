import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { Finder } from '#server/feature/finder.ts';
import { getEquipmentList } from './list.ts';

/** Finds devices by number, name or customer. */
const finder: Finder = {
  kind: 'equipment',
  sort: 2,
  async find(viewer, keyword, most) {
    const { rows } = await getEquipmentList(viewer, { keyword, limit: most });
    return rows.map((row) => ({
      kind: 'equipment',
      id: row.id,
      title: row.sn,
      subtitle: [row.name, row.customerName, labelOf('online', row.online)].filter(Boolean).join(' · '),
      url: `/equipment/list?sn=${encodeURIComponent(row.sn)}`,
    }));
  },
};

export default finder;
