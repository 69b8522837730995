import { Button as AntButton, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import { type SavedView, savedViewApi, type ViewState } from '#shared/contract/savedView.ts';
import { callApi } from '#web/api/request.ts';
import { count as figure } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { TableViews } from './useTableViews.ts';
import { sharedText } from './viewState.ts';

interface Props {
  views: TableViews;
  part: 'list' | 'form' | 'both';
  onClose: () => void;
}

/** The list's saved views with counts and actions, and 存为视图. */
export default function ViewPanel({ views: { saved, all, state, current, countOf, onShow }, part, onClose }: Props) {
  const keep = async (name: string, roleIds: string[]) => {
    const done = await saved.add(name, state, roleIds);
    if (done) onClose();
    return done;
  };
  return (
    <div className="saved-views">
      {part !== 'form' && (
        <ul className="max-h-70 overflow-auto" aria-label="视图">
          {all.map((view) => (
            <ViewLine
              key={view.id}
              view={view}
              shown={view.id === current?.id}
              countOf={countOf}
              onShow={() => {
                onClose();
                onShow(view);
              }}
              onUpdate={() => void saved.edit(view, { state })}
              onRemove={() => void remove(view, saved.remove)}
            />
          ))}
        </ul>
      )}
      {part === 'both' && all.length === 0 && (
        <p className="mb-2 text-text3">还没有视图。把当前的筛选、排序、列和密度存下来，下次一点就到。</p>
      )}
      {part === 'form' && <p className="mb-2 text-text3">把当前的筛选、排序、列和密度存成一个视图，下次一点就到。</p>}
      {part !== 'list' && <SaveViewForm onSave={keep} />}
    </div>
  );
}

async function remove(view: SavedView, deleteView: (view: SavedView) => Promise<boolean>): Promise<void> {
  const shared = view.roleIds.length > 0 ? '看得到它的同事也会失去它。' : '';
  const sure = await box.confirm(`${shared}列表里的数据不受影响。`, {
    title: `删除视图「${view.name}」？`,
    ok: '删除视图',
    danger: true,
  });
  if (sure) await deleteView(view);
}

function ViewLine(props: {
  view: SavedView;
  shown: boolean;
  countOf: (filters: ViewState['filters']) => Promise<number>;
  onShow: () => void;
  onUpdate: () => void;
  onRemove: () => void;
}) {
  const { view, shown, countOf } = props;
  const [rows, setRows] = useState<number>();
  useEffect(() => {
    let cancelled = false;
    countOf(view.state.filters).then(
      (count) => !cancelled && setRows(count),
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [countOf, view]);
  const shared = sharedText(view);
  return (
    <li className="flex items-center gap-2 min-h-8">
      <button
        type="button"
        className="view-line rounded-sm hover:bg-s3 flex items-center flex-1 min-w-0 gap-2 text-left px-2 py-1"
        aria-current={shown ? 'true' : undefined}
        onClick={props.onShow}
      >
        <span className="min-w-0 wrap-anywhere">
          {view.name}
          {shared && <small className="block text-text3">{shared}</small>}
        </span>
        {rows !== undefined && (
          <span className="view-count font-normal text-xs text-text3 ml-auto">{figure(rows)}</span>
        )}
      </button>
      {view.mine && (
        <span className="flex items-center gap-1">
          <Button
            kind="plain"
            title="存下现在的筛选、排序、列和密度"
            aria-label={`更新 ${view.name}`}
            onClick={props.onUpdate}
          >
            更新
          </Button>
          <Button kind="plain" aria-label={`删除 ${view.name}`} onClick={props.onRemove}>
            删除
          </Button>
        </span>
      )}
    </li>
  );
}

interface SaveViewFormProps {
  onSave: (name: string, roleIds: string[]) => Promise<boolean>;
}

/** Form with the name of a new view and the roles to share it with. */
export function SaveViewForm({ onSave }: SaveViewFormProps) {
  const [name, setName] = useState('');
  const [roleIds, setRoleIds] = useState<string[]>([]);
  const [roles, setRoles] = useState<{ value: string; label: string }[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    callApi(savedViewApi.getViewRole, {}, { signal: leaving.signal }).then(
      (roleRows) => setRoles(roleRows.map((role) => ({ value: role.id, label: role.name }))),
      // Without the roles a view can still be saved unshared.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return (
    <form
      className="save-view pt-2 grid gap-2 border-t border-line"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void onSave(name.trim(), roleIds)
          .then((done) => done && setName(''))
          .finally(() => setBusy(false));
      }}
    >
      <Input
        aria-label="视图名称"
        placeholder="视图名称"
        maxLength={20}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Select
        mode="multiple"
        aria-label="共享给角色"
        placeholder="共享给角色（可不选）"
        options={roles}
        value={roleIds}
        onChange={setRoleIds}
        maxTagCount="responsive"
      />
      <AntButton type="primary" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
        存为视图
      </AntButton>
    </form>
  );
}
