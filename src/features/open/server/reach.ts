import { openApi } from '#features/open/contract.ts';
import { reachOf, scopeFree } from '#server/testing/reach.ts';

/** What everybody may see has no reach. */
export default reachOf(openApi, {
  getOpenInfo: scopeFree('public: the platform’s name and the notices that were published for everybody'),
  getOpenDevice: scopeFree('public: the model of a device, never whose it is'),
});
