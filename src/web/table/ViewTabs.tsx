import { count as figure } from '#web/data/format.ts';

export type View<K extends string> = { key: K; label: string; count?: number };

type ViewTabsProps<K extends string> = {
  label: string;
  views: readonly View<K>[];
  value: K;
  onChange: (key: K) => void;
};

/** Of a bar that has no room for all; called as a tab becomes the present one. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Saved views or tabs in the title's place of a list, with live counts (picture 02). */
export function ViewTabs<K extends string>({ label, views, value, onChange }: ViewTabsProps<K>) {
  return (
    <nav className="tab-row view-tabs gap-20 stretch" aria-label={label}>
      {views.map(({ key, label: word, count }) => (
        <button
          key={key}
          ref={key === value ? bringIntoView : undefined}
          type="button"
          aria-current={key === value ? 'page' : undefined}
          onClick={() => onChange(key)}
        >
          {word}
          {count !== undefined && <span className="view-count regular f12 faint before-6">{figure(count)}</span>}
        </button>
      ))}
    </nav>
  );
}
