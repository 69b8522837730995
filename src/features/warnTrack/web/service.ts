/** Parts of the warnTrack pages for other features. */
export { isLocatable, locateRow } from './locateRow.ts';
export { sourceText } from './markers.ts';
export { isLocating, locateText } from './track.ts';
export { useLocated } from './useLocated.ts';
export { WarnMap } from './WarnMap.tsx';
