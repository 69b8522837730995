import { type RefObject, useEffect } from 'react';
import { accountPrefix } from '#web/api/session.ts';
import { readTab, writeTab } from '#web/core/storage.ts';

/** How long rows may take to come before the kept place is given up, ms. */
const patience = 8000;

/**
 * Keeps how far the parts of a page are scrolled, over reloads: the page itself and every scrolling element in it, known
 * by its `data-scroll` or, as the first of its kind, by its class. A place is restored as soon as the content is long enough, unless the person scrolls first.
 */
export function useKeptScroll(frame: RefObject<HTMLElement | null>, path: string): void {
  useEffect(() => {
    const page = frame.current;
    if (!page) return;
    const key = `${accountPrefix}scroll.${path}`;
    const kept: Record<string, number> = readTab(key) ?? {};
    const open = new Map(Object.entries(kept).filter(([, top]) => top > 0));

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
    const giveUp = setTimeout(stop, patience);
    const keep = ({ target }: Event) => {
      const name = target instanceof HTMLElement ? nameOf(page, target) : undefined;
      if (name === undefined || open.has(name)) return;
      kept[name] = (target as HTMLElement).scrollTop;
      writeTab(key, kept);
    };
    const takeOver = () => {
      open.clear();
      stop();
    };

    watch.observe(page, { childList: true, subtree: true });
    restore();
    page.addEventListener('scroll', keep, { capture: true, passive: true });
    page.addEventListener('wheel', takeOver, { passive: true });
    page.addEventListener('pointerdown', takeOver);
    return () => {
      clearTimeout(giveUp);
      stop();
      page.removeEventListener('scroll', keep, { capture: true });
      page.removeEventListener('wheel', takeOver);
      page.removeEventListener('pointerdown', takeOver);
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
