import { Popover } from 'antd';
import { Bookmark } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SavedView, ViewState } from '#shared/savedView.ts';
import { count as figure } from '#web/format.ts';
import { SaveViewForm } from './SaveViewForm.tsx';
import type { SavedViews } from './useSavedViews.ts';
import './views.css';

interface Props {
  saved: SavedViews;
  /** What the list shows now. */
  state: ViewState;
  current: SavedView | undefined;
  onShow: (view: SavedView) => void;
  /** Rows that a view selects. */
  countOf: (view: SavedView) => Promise<number>;
}

/** 视图: the list's saved views with their counts, and 存为视图. */
export function SavedViewsButton({ saved, state, current, onShow, countOf }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={
        <div className="saved-views">
          <ul aria-label="视图">
            {saved.views.map((view) => (
              <ViewLine
                key={view.id}
                view={view}
                shown={view.id === current?.id}
                countOf={countOf}
                onShow={() => {
                  setOpen(false);
                  onShow(view);
                }}
                onUpdate={() => void saved.edit(view, { state })}
                onRemove={() => void saved.remove(view)}
              />
            ))}
          </ul>
          {saved.views.length === 0 && <p>还没有视图。把当前的筛选、排序、列和密度存下来，下次一点就到。</p>}
          <SaveViewForm onSave={(name, roleIds) => saved.add(name, state, roleIds)} />
        </div>
      }
    >
      <button
        type="button"
        className="tool-button plain"
        aria-label="视图"
        aria-pressed={current !== undefined}
        title={current ? `视图：${current.name}` : '视图'}
      >
        <Bookmark size={15} fill={current ? 'currentColor' : 'none'} aria-hidden />
      </button>
    </Popover>
  );
}

function ViewLine(props: {
  view: SavedView;
  shown: boolean;
  countOf: Props['countOf'];
  onShow: () => void;
  onUpdate: () => void;
  onRemove: () => void;
}) {
  const { view, shown, countOf } = props;
  const [rows, setRows] = useState<number>();
  useEffect(() => {
    let left = false;
    countOf(view).then(
      (n) => !left && setRows(n),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [countOf, view]);
  return (
    <li>
      <button type="button" className="view-line" aria-current={shown ? 'true' : undefined} onClick={props.onShow}>
        <span>{view.name}</span>
        {rows !== undefined && <span className="view-count">{figure(rows)}</span>}
      </button>
      {view.mine ? (
        <span className="view-deeds">
          {view.roleIds.length > 0 && <small>已共享</small>}
          <button type="button" className="button plain" onClick={props.onUpdate}>
            更新
          </button>
          <button type="button" className="button plain" onClick={props.onRemove}>
            删除
          </button>
        </span>
      ) : (
        <small>{view.ownerName} 共享</small>
      )}
    </li>
  );
}
