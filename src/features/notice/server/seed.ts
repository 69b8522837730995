import { seedDictionary } from '#features/dictionary/server/service.ts';
import type { Seed } from '#server/feature/seeds.ts';

/** Types of domain.md 5. */
const types = { notice: '通知', announcement: '公告', maintenance: '系统维护', warning: '预警提示' };

/** Adds the notice types; their labels may be edited and others added. */
const seed: Seed = {
  order: 16,
  run: () => seedDictionary({ code: 'notice_type', name: '通知类型', sort: 80 }, types),
};
export default seed;
