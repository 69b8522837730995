import { scaleApi } from '#features/scale/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addScale } from './addScale.ts';
import { getScale } from './getScale.ts';
import { getScaleList } from './getScaleList.ts';
import { scoreScale } from './scoreScale.ts';
import { updateScaleStatus } from './updateScaleStatus.ts';

export default handlers(scaleApi, {
  getScaleList,
  getScale,
  addScale,
  updateScaleStatus,
  scoreScale,
});
