import { get, strict } from '../endpoint.ts';
import { Type } from '../typebox.ts';

/** Shared endpoint: every screen with a map calls it. */
export const mapApi = {
  getMapBase: get('/api/map/getMapBase', {
    title: '地图底图',
    permission: 'login',
    output: strict({ demo: Type.Boolean({ description: 'the invented district of the demo data may be drawn' }) }),
  }),
};
