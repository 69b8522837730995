/** Parts about readings for pages of other features. */
export { BandTable } from './bands/BandTable.tsx';
export type { EntryPerson } from './entry/EntryForm.tsx';
export { useEntryForm } from './entry/useEntryForm.tsx';
export { LevelWord } from './LevelWord.tsx';
export { News2Line } from './News2Line.tsx';
export { ReadingPaper } from './print/ReadingPaper.tsx';
export { ReadingTable } from './table/ReadingTable.tsx';
export { ReadingTrend } from './trend/ReadingTrend.tsx';
export type { Picked } from './trend/SignChart.tsx';
export { SignTiles } from './trend/SignTiles.tsx';
export type { Latest } from './trend/signs.ts';
