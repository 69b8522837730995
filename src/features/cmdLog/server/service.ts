export { describeChanges, type LogChange, type RecordedChange } from './changes.ts';
