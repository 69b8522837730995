/** Exports for other features. */
export { type FrameReader, frameReader, type ReadFrame } from './frameReader.ts';
