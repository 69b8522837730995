/** Parts about readings for pages of other features. */
export { BandScale } from './bands/BandScale.tsx';
export { BandTable } from './bands/BandTable.tsx';
export type { EntryPerson } from './entry/EntryForm.tsx';
export { useEntryForm } from './entry/useEntryForm.tsx';
export { LevelWord } from './LevelWord.tsx';
export { News2Line } from './News2Line.tsx';
export { ReadingTable } from './table/ReadingTable.tsx';
