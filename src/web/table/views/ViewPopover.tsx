import { Popover } from 'antd';
import { Bookmark } from 'lucide-react';
import { type ComponentProps, lazy, type ReactElement, Suspense, useState } from 'react';
import type { TableViews } from './useTableViews.ts';
import './views.css';

const ViewPanel = lazy(() => import('./ViewPanel.tsx'));

interface Props {
  views: TableViews;
  /** Content: the views with their actions, the form for a new one, or both. */
  part: 'list' | 'form' | 'both';
  /** Button that opens it. */
  children: ReactElement;
}

/** Placement below the button's left edge; on a phone it shifts instead of flipping, which would cut its left side. */
const placements: ComponentProps<typeof Popover>['builtinPlacements'] = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: { shiftX: true, adjustY: true } },
};

/** Popover of a list's saved views; its code loads at the first opening. */
export function ViewPopover({ views, part, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      builtinPlacements={placements}
      arrow={false}
      destroyOnHidden
      content={
        <Suspense fallback={<p className="saved-views">加载中…</p>}>
          <ViewPanel views={views} part={part} onClose={() => setOpen(false)} />
        </Suspense>
      }
    >
      {children}
    </Popover>
  );
}

/** 视图 among the tools, for a list without a title row. */
export function ViewButton({ views }: { views: TableViews }) {
  const { current } = views;
  const title = current ? `视图：${current.name}${views.changed ? '（有改动）' : ''}` : '视图';
  return (
    <ViewPopover views={views} part="both">
      <button
        type="button"
        className="plain inline-flex items-center gap-1.5 whitespace-nowrap text-[13px] text-text2 px-2 h-7 rounded-md hover:bg-s3"
        aria-label="视图"
        aria-pressed={current !== undefined}
        title={title}
      >
        <Bookmark size={15} fill={current ? 'currentColor' : 'none'} aria-hidden />
      </button>
    </ViewPopover>
  );
}
