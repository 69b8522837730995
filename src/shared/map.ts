import { get, strict } from './endpoint.ts';
import { Type } from './typebox.ts';

/** The call stands here because every screen with a map makes it. */
export const mapApi = {
  getMapBase: get('/api/map/getMapBase', {
    title: '地图底图',
    permission: 'login',
    output: strict({ demo: Type.Boolean({ description: 'the invented district of the demo data may be drawn' }) }),
  }),
};
