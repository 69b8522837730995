/** Courses of signs for pages of other features. */
export { ReadingPaper } from './ReadingPaper.tsx';
export { ReadingTrend } from './ReadingTrend.tsx';
export type { Picked } from './SignChart.tsx';
export { SignTiles } from './SignTiles.tsx';
