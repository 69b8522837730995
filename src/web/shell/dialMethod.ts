import { useEffect, useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from '#web/core/storage.ts';
import { toast } from '#web/message/message.tsx';
import { emitter } from '../live/emitter.ts';

/** Who dials on this seat: a telephone program of this computer, by `tel:`, or the telephone on the desk. */
export type DialMethod = 'computer' | 'phone';

const setting = 'dial_way';
const ttlSeconds = 365 * 86_400;
/** A number to be dialled by hand stands this long, ms. */
const shownFor = 15_000;

const changes = emitter<void>();

function dialMethod(): DialMethod {
  return readLocal<DialMethod>(setting) === 'phone' ? 'phone' : 'computer';
}

/** Keeps how this browser's seat dials. */
export function setDialMethod(method: DialMethod): void {
  writeLocal(setting, method, ttlSeconds);
  changes.emit();
}

export function useDialMethod(): DialMethod {
  return useSyncExternalStore(changes.on, dialMethod);
}

/**
 * Dials every `tel:` link of the page as the seat is set. Never by leading the page itself there, nor a frame of it: until
 * the program that takes calls has answered (or the person the browser's question, or nobody where there is none) Chromium
 * takes no click and no key on it. A window of its own waits instead. On a phone the link is the phone's.
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
      // The calls of an alarm show the number themselves.
      if (link.dataset.shown === undefined)
        toast.info(`请用话机拨 ${decodeURIComponent(link.href.slice('tel:'.length))}`, shownFor);
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, []);
}
