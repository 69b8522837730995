import type { ComponentType } from 'react';

/** Component that a feature adds to a place of another feature or of the shell; its file loads when it is shown. */
export interface Slot<Props extends object = object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  /** Position among the features that fill the slot; default 0, then by the feature's name. */
  sort?: number;
}

/**
 * All slots; these are of the shell. A feature declares the slots that it offers next to the component that shows them,
 * with `declare module '#web/screen/manifest.ts'`.
 */
export interface WebSlots {
  /** Between header and pages, above every mask. */
  top: Slot;
  /** At the right of the header; also dialogs over any page. */
  header: Slot;
  /** Beside the product's logo. */
  brand: Slot;
  /** The user's own page, above the open page. */
  account: Slot;
  /** Settings of the user or of this browser, on the user's own page. */
  accountSetting: Slot;
}

/** Props of the components that fill a slot. */
export type SlotProps<Name extends keyof WebSlots> = WebSlots[Name] extends Slot<infer Props> ? Props : never;

/** The slots that a feature fills, each with one component or several. */
export type WebManifest = { readonly [Name in keyof WebSlots]?: WebSlots[Name] | readonly WebSlots[Name][] };

/** Declares the filled slots in `web/feature.ts`. The file is part of the shell: components only behind `import()`. */
export function webFeature(manifest: WebManifest): WebManifest {
  return manifest;
}
