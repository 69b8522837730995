import { sampleApi } from '#features/sample/contract.ts';
import { reachOf, scopeFree } from '#server/testing/reach.ts';

const made = scopeFree('made-up rows of the test screens; nothing is stored');

/** The test screens show nobody's rows. */
export default reachOf(sampleApi, { getSampleList: made, saveSample: made });
