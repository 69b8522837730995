import { useEffect, useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '#web/core/storage.ts';
import { toast } from '#web/message/message.tsx';
import { emitter } from '../live/emitter.ts';

/** How this seat dials: a phone program of this computer by `tel:`, or the phone on the desk. */
export type DialMethod = 'computer' | 'phone';

const setting = 'dial_way';
const ttlSeconds = 365 * 86_400;
/** Duration of the toast with a number to dial by hand, ms. */
const shownFor = 15_000;

const changes = emitter<void>();

function dialMethod(): DialMethod {
  return readLocal<DialMethod>(setting) === 'phone' ? 'phone' : 'computer';
}

/** Stores how this browser's seat dials. */
export function setDialMethod(method: DialMethod): void {
  writeLocal(setting, method, ttlSeconds);
  changes.emit();
}

export function useDialMethod(): DialMethod {
  return useSyncExternalStore(changes.on, dialMethod);
}

/**
 * Handles `tel:` links by the seat's setting; on a phone they are unchanged. Opens a new window: a page or frame that
 * navigates gets no clicks and keys in Chromium until the phone program has answered.
 */
export function useDialling(): void {
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="tel:"]') : null;
      if (link === null || event.defaultPrevented || matchMedia('(max-width: 767px)').matches) return;
      if (dialMethod() === 'computer') {
        link.target = '_blank';
        link.rel = 'noopener';
        return;
      }
      event.preventDefault();
      // The calls of a warn show the number themselves.
      if (link.dataset.shown === undefined)
        toast.info(`请用话机拨 ${decodeURIComponent(link.href.slice('tel:'.length))}`, shownFor);
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, []);
}
