export { inWords, type LogChange, type RecordedChange } from './changes.ts';
