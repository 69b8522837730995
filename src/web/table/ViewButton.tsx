import { Bookmark } from 'lucide-react';
import type { TableViews } from './views/useTableViews.ts';
import { ViewPopover } from './views/ViewPopover.tsx';
import './views/views.css';

/** 视图 among the tools, for a list without a title row. */
export function ViewButton({ views }: { views: TableViews }) {
  const { current } = views;
  const title = current ? `视图：${current.name}${views.changed ? '（有改动）' : ''}` : '视图';
  return (
    <ViewPopover views={views} part="both">
      <button
        type="button"
        className="plain inline gap-6 nowrap f13 soft pad-x-8 high-28 round lights"
        aria-label="视图"
        aria-pressed={current !== undefined}
        title={title}
      >
        <Bookmark size={15} fill={current ? 'currentColor' : 'none'} aria-hidden />
      </button>
    </ViewPopover>
  );
}
