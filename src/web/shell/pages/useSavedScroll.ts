import { type RefObject, useEffect } from 'react';
import { accountPrefix } from '#web/api/session.ts';
import { readTab, writeTab } from '#web/core/storage.ts';

/** Maximum wait for rows before the stored position is dropped, ms. */
const timeoutMs = 8000;

/**
 * Keeps scroll positions over reloads, of the page and its scrolling elements (by `data-scroll`, else the first by
 * class). Restores each once the content is long enough, unless the user scrolls first.
 */
export function useSavedScroll(frame: RefObject<HTMLElement | null>, path: string): void {
  useEffect(() => {
    const page = frame.current;
    if (!page) return;
    const key = `${accountPrefix}scroll.${path}`;
    const saved: Record<string, number> = readTab(key) ?? {};
    const open = new Map(Object.entries(saved).filter(([, top]) => top > 0));

    const restore = () => {
      for (const [name, top] of open) {
        const part = partOf(page, name);
        if (!part || part.scrollHeight - part.clientHeight < top) continue;
        open.delete(name);
        part.scrollTop = top;
      }
      if (open.size === 0) stop();
    };
    const watch = new MutationObserver(restore);
    const stop = () => watch.disconnect();
    const timer = setTimeout(stop, timeoutMs);
    const save = ({ target }: Event) => {
      const name = target instanceof HTMLElement ? nameOf(page, target) : undefined;
      if (name === undefined || open.has(name)) return;
      saved[name] = (target as HTMLElement).scrollTop;
      writeTab(key, saved);
    };
    const cancel = () => {
      open.clear();
      stop();
    };

    watch.observe(page, { childList: true, subtree: true });
    restore();
    page.addEventListener('scroll', save, { capture: true, passive: true });
    page.addEventListener('wheel', cancel, { passive: true });
    page.addEventListener('pointerdown', cancel);
    return () => {
      clearTimeout(timer);
      stop();
      page.removeEventListener('scroll', save, { capture: true });
      page.removeEventListener('wheel', cancel);
      page.removeEventListener('pointerdown', cancel);
    };
  }, [frame, path]);
}

const self = '';

function partOf(page: HTMLElement, name: string): HTMLElement | null {
  if (name === self) return page;
  const safe = CSS.escape(name);
  return page.querySelector<HTMLElement>(`[data-scroll="${safe}"], .${safe}`);
}

function nameOf(page: HTMLElement, target: HTMLElement): string | undefined {
  if (target === page) return self;
  const name = target.dataset.scroll ?? target.classList[0];
  return name !== undefined && partOf(page, name) === target ? name : undefined;
}
