import { testPageApi } from '#features/testPage/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const madeUpRows = scopeFree('made-up rows of the test screens; nothing is stored');

/** The test screens show generated rows only. */
export default authorizationCases(testPageApi, { getSampleList: madeUpRows, saveSample: madeUpRows });
