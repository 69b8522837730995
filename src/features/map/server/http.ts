import { notFound } from '#server/core/problem.ts';
import type { HttpHandlers } from '#server/http/app.ts';
import { tilesPath } from '#shared/contract/map.ts';
import { readSetting } from './setting.ts';
import { mapFolder } from './validate.ts';

/** Sends parts of the PMTiles file of the setting; 404 without one. */
const addTiles: HttpHandlers = (app) => {
  app.get(tilesPath, {
    config: { rateLimit: { max: 3000, timeWindow: 60_000 } },
    schema: { summary: 'Map tiles', tags: ['map'], 'x-permission': 'public' },
    handler: async (_request, reply) => {
      const { file } = await readSetting();
      if (file === null) throw notFound('底图');
      return reply.sendFile(file, mapFolder(), { cacheControl: false });
    },
  });
};
export default addTiles;
