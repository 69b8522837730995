import type { Finder } from '#server/feature/finder.ts';
import { getArchiveList } from './list.ts';

/** Finder for health archives, by what the list finds people by. */
const finder: Finder = {
  kind: 'archive',
  sort: 1.5,
  async find(viewer, keyword, most) {
    const { rows } = await getArchiveList(viewer, { keyword, limit: most });
    return rows.map(({ id, no, name, age }) => ({
      kind: 'archive',
      id,
      title: age === null ? name : `${name} · ${age} 岁`,
      subtitle: no ?? '',
      url: `/healthy/archives/${id}`,
    }));
  },
};

export default finder;
