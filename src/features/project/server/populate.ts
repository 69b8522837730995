import type { Populate } from '#server/feature/populate.ts';
import { inOneChange } from '#server/feature/seeds.ts';
import { addProjects } from './demoProjects.ts';

/** Projects without a quota, for any number of generated customers. */
const projects = [
  { code: 'demo-nantang-many', name: '南塘区政府购买居家服务' },
  { code: 'demo-nantang-ltc', name: '南塘区长护险居家照护' },
  { code: 'demo-nantang-watch', name: '南塘区智能手表普惠' },
];

/** Adds projects in the demo district for mass data. */
const part: Populate = {
  order: 110,
  async fill() {
    await inOneChange(async ({ tx }) => {
      await addProjects(tx, projects);
      return [];
    });
  },
};
export default part;
