import { seedDictionary } from '#features/dictionary/server/service.ts';
import type { Seed } from '#server/feature/seeds.ts';

/** Categories of domain.md 5. */
const categories = {
  policy: '政策法规',
  health: '健康科普',
  fraud: '防诈骗',
  activity: '社区活动',
  platform: '平台动态',
};

/** Adds the article categories; their labels may be edited and others added. */
const seed: Seed = {
  order: 16,
  run: () => seedDictionary({ code: 'news_category', name: '资讯分类', sort: 81 }, categories),
};
export default seed;
