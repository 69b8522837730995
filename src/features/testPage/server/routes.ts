import { handlers } from '#server/feature/handlers.ts';
import { testPageApi } from '../contract.ts';
import { listTestRows, saveSample } from './testRows.ts';

export default handlers(testPageApi, {
  getSampleList: (_viewer, input) => listTestRows(input),
  saveSample: (_viewer, input) => saveSample(input, Date.now()),
});
