import type { Populate } from '#server/feature/populate.ts';
import { inOneChange } from '#server/feature/seeds.ts';
import { addModels, populatedModels } from './demoModels.ts';

/** Adds the models of generated devices, with the demo mark. */
const part: Populate = {
  order: 120,
  async fill({ equipment }) {
    if (equipment === 0) return;
    await inOneChange(async ({ tx }) => {
      await addModels(tx, populatedModels);
      return [];
    });
  },
};
export default part;
