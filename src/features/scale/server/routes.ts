import { scaleApi } from '#features/scale/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getScale } from './getScale.ts';
import { getScaleList } from './getScaleList.ts';
import { scoreScale } from './scoreScale.ts';

const notYet = () => Promise.reject(new Error('to come'));

export default handlers(scaleApi, {
  getScaleList,
  getScale,
  addScale: notYet,
  updateScaleStatus: notYet,
  scoreScale,
});
