import { scaleApi } from '#features/scale/contract.ts';
import { handlers } from '#server/feature/handlers.ts';

const notYet = () => Promise.reject(new Error('to come'));

export default handlers(scaleApi, {
  getScaleList: notYet,
  getScale: notYet,
  addScale: notYet,
  updateScaleStatus: notYet,
  scoreScale: notYet,
});
