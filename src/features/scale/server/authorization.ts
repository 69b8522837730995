import { scaleApi } from '#features/scale/contract.ts';
import { authorizationCases, scopeFree } from '#server/testing/authorization.ts';

const shared = scopeFree('scales are the same for everybody who sees assessments; they name nobody');

/** Visibility and permissions of the calls about scales. */
export default authorizationCases(scaleApi, {
  getScaleList: shared,
  getScale: shared,
  addScale: shared,
  updateScaleStatus: shared,
  scoreScale: scopeFree('scores what the caller sends and stores nothing'),
});
