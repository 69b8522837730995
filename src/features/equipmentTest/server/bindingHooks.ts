import type { BindingHooks } from '#features/binding/server/service.ts';
import { endWindows } from './testWindow.ts';

/** Ends the tests of unbound devices. */
const hooks: BindingHooks = { afterRelease: endWindows };
export default hooks;
