import { emitter } from '#web/live/emitter.ts';

const changes = emitter<void>();

/** Hears whenever a dialog has changed whose a device is or how it stands; answers the call that ends it. */
export const onBindingChanged = changes.on;

/** Tells the lists that show devices. */
export const emitBindingChanged = (): void => changes.emit();
