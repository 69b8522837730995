import { Popover } from 'antd';
import { type ComponentProps, lazy, type ReactElement, Suspense, useState } from 'react';
import type { TableViews } from './useTableViews.ts';

const ViewPanel = lazy(() => import('./ViewPanel.tsx'));

interface Props {
  views: TableViews;
  /** What it shows: the views with what can be done to them, the way to keep a new one, or both. */
  part: 'list' | 'form' | 'both';
  /** Its button. */
  children: ReactElement;
}

/** Below the button's left edge; moved aside, not turned over, where a phone has no room: turned over it would lose its left. */
const placements: ComponentProps<typeof Popover>['builtinPlacements'] = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: { shiftX: true, adjustY: true } },
};

/** Opens what belongs to the saved views of a list; fetched when it is first opened. */
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
