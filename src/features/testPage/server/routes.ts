import { handlers } from '#server/feature/handlers.ts';
import { sampleApi } from '../contract.ts';
import { listSamples, saveSample } from './testRows.ts';

export default handlers(sampleApi, {
  getSampleList: (_viewer, input) => listSamples(input),
  saveSample: (_viewer, input) => saveSample(input, Date.now()),
});
