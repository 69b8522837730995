import { emitter } from '#web/live/emitter.ts';

const changes = emitter<void>();

/** Subscribes to changes made by a binding dialog; returns the unsubscribe function. */
export const onBindingChanged = changes.on;

/** Notifies the lists that show devices. */
export const emitBindingChanged = (): void => changes.emit();
