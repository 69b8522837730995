import { type Demo, inOneChange } from '#server/feature/seeds.ts';

/** Demo data: removes the handover sheets of demo users. */
const demo: Demo = {
  order: 127,
  run: async () => undefined,
  remove: () =>
    inOneChange(async ({ tx }) => {
      await tx.deleteFrom('handover').where('demo', '=', true).execute();
      return [];
    }),
};
export default demo;
