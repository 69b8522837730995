import { useEffect, useRef } from 'react';
import { count as figure } from '#web/data/format.ts';

export type View<K extends string> = { key: K; label: string; count?: number };

type ViewTabsProps<K extends string> = {
  label: string;
  views: readonly View<K>[];
  value: K;
  onChange: (key: K) => void;
};

/** Keeps the active tab visible in a bar that is too narrow for all tabs, also after counts arrive. */
function useScrollToCurrent() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = bar.current;
    if (!row) return;
    const show = () => row.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const [room, tabs] = [new ResizeObserver(show), new MutationObserver(show)];
    room.observe(row);
    tabs.observe(row, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-current'] });
    return () => {
      room.disconnect();
      tabs.disconnect();
    };
  }, []);
  return bar;
}

/** Saved views or tabs in place of a list's title, with live counts (picture 02). */
export function ViewTabs<K extends string>({ label, views, value, onChange }: ViewTabsProps<K>) {
  const bar = useScrollToCurrent();
  return (
    <nav ref={bar} className="tab-row view-tabs gap-5 self-stretch" aria-label={label}>
      {views.map(({ key, label: text, count }) => (
        <button key={key} type="button" aria-current={key === value ? 'page' : undefined} onClick={() => onChange(key)}>
          {text}
          {count !== undefined && (
            <span className="view-count font-normal text-xs text-text3 ml-1.5">{figure(count)}</span>
          )}
        </button>
      ))}
    </nav>
  );
}
