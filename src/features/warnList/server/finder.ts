import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { Finder } from '#server/feature/finder.ts';
import { getWarnList } from './list.ts';

/** Finder for open warns of a customer, a device or a number. */
const finder: Finder = {
  kind: 'warn',
  sort: 3,
  async find(viewer, keyword, most) {
    const { rows } = await getWarnList(viewer, { keyword, status: ['pending', 'handling'], limit: most });
    return rows.map((row) => ({
      kind: 'warn',
      id: row.id,
      title: `${labelOf('warn_level', row.level)} ${labelOf('warn_type', row.type)} · ${row.customerName ?? row.equipmentSn ?? ''}`,
      subtitle: [labelOf('warn_status', row.status), row.spot, row.area, row.handlerName].filter(Boolean).join(' · '),
      url: `/warn/sos?id=${row.id}`,
    }));
  },
};

export default finder;
