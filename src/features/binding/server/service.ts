/** Exports for other features. */
export { bindWithin, release, requireNoUrgentWarn } from './binding.ts';
export type { BindingHooks } from './bindingHooks.ts';
export { replaceWithin } from './replace.ts';
