export type { ScaleHooks } from './scaleHooks.ts';
export { requireScaleVersion, type ScaleVersion, scaleVersion } from './version.ts';
