export type { ScaleHooks } from './scaleHooks.ts';
export {
  enabledScale,
  requireScaleVersion,
  type ScaleVersion,
  scaleNames,
  scaleVersion,
  scaleVersionById,
} from './version.ts';
