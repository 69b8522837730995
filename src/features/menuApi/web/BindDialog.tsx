import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { menuApiApi } from '#features/menuApi/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { Badge } from '#web/ui/Badge.tsx';
import '#web/form/form.css';
import { withToast } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import type { Menu } from './columns.tsx';

type Row = OutputOf<typeof menuApiApi.getMenuApiList>;

/** Returns endpoints that the menu does not grant yet and that need a menu. */
async function offered(menu: Menu, signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const part = await callListApi(menuApiApi.getMenuApiList, { page, limit: 200 }, { signal });
    rows.push(...part.rows);
    if (rows.length >= part.count || part.rows.length === 0) break;
  }
  return rows.filter(
    (row) => row.state !== 'vanished' && row.permission.includes(':') && !row.menus.some(({ id }) => id === menu.id),
  );
}

/** Dialog of 绑定: selects endpoints of the code; those with the menu's permission key come first. */
export default function BindDialog({
  menu,
  onClose,
  onDone,
}: {
  menu: Menu;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { data: rows } = useQuery({
    queryKey: ['bindable', menu.id],
    queryFn: ({ signal }) => offered(menu, signal),
    gcTime: 0,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [keyword, setKeyword] = useState('');
  const [busy, setBusy] = useState(false);
  const shown = useMemo(() => {
    const needle = keyword.trim().toLowerCase();
    const fitting = (rows ?? []).filter((row) =>
      `${row.path} ${row.name} ${row.permission}`.toLowerCase().includes(needle),
    );
    return fitting.sort((a, b) => Number(b.permission === menu.permission) - Number(a.permission === menu.permission));
  }, [rows, keyword, menu.permission]);

  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const bind = async () => {
    setBusy(true);
    const endpoints = (rows ?? []).filter(({ id }) => selected.has(id)).map(({ method, path }) => ({ method, path }));
    const done = await withToast(() => callApi(menuApiApi.bindMenuApi, { menuId: menu.id, endpoints }), {
      done: `已绑定 ${endpoints.length} 个接口`,
      failed: '绑定失败',
    });
    setBusy(false);
    if (done === undefined) return;
    await onDone();
    onClose();
  };

  return (
    <Modal
      open
      title={`绑定接口到「${menu.name}」`}
      width={800}
      className="dialog-form api-bind-dialog"
      onCancel={onClose}
      onOk={() => void bind()}
      okText={selected.size > 0 ? `绑定 ${selected.size} 个` : '绑定'}
      okButtonProps={{ disabled: selected.size === 0, loading: busy }}
      cancelText="取消"
    >
      <Input
        allowClear
        aria-label="路径 / 名称 / 权限标识"
        placeholder="路径 / 名称 / 权限标识"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <ul className="api-bind rounded-md border border-line mt-3 overflow-y-auto" aria-label="可绑定的接口">
        {shown.map((row) => (
          <li key={row.id}>
            <Checkbox checked={selected.has(row.id)} onChange={() => toggle(row.id)}>
              <span className="api-bind-row flex items-center gap-2.5">
                <span
                  className={`api-method inline-block ${row.method === 'GET' ? 'text-success' : 'text-level4-text'}`}
                >
                  {row.method}
                </span>
                <span className="mono">{row.path}</span>
                <span>{row.name}</span>
                <span className="mono text-xs text-text3">{row.permission}</span>
                {row.menus.length === 0 && <Badge tone="warn">未授权</Badge>}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {rows && shown.length === 0 && <p className="tree-empty text-center text-text2">没有可绑定的接口</p>}
    </Modal>
  );
}
