import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { menuApi } from '#features/menu/contract.ts';
import { endpoint, menuApiApi } from '#features/menuApi/contract.ts';
import { cacheApi } from '#shared/contract/cache.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import { texts } from '#web/core/texts.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { ListActions } from '#web/crud/types.ts';
import { box, toast } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { BulkAction, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { SideTree } from '#web/tree/SideTree.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { pathTo } from '#web/tree/treeNodes.ts';
import { Button } from '#web/ui/Button.tsx';
import { cells, filters, type Menu, sideNodes, views } from './columns.tsx';
import './menuApi.css';

const BindDialog = lazy(() => import('./BindDialog.tsx'));

type Row = OutputOf<typeof menuApiApi.getMenuApiList>;

/** Endpoints granted by each menu or button (domain.md 6.11); the list of endpoints comes from the code. */
export default function MenuApiScreen() {
  const { query, setQuery } = useScreen();
  const list = useRef<ListActions<Row>>(undefined);
  const { data: tree, problem, reload } = useCall(menuApi.getMenuTree, {}, { first: true });
  const [binding, setBinding] = useState<Menu>();
  const edits = can('menuApi:edit');
  const nodes = useMemo(() => sideNodes(tree ?? []), [tree]);
  const menu = useMemo(() => (tree ? pathTo(tree, query.get('menuId') ?? '').at(-1) : undefined), [tree, query]);
  const view = views.find(({ key }) => key === query.get('view')) ?? views[0];
  const menuId = query.get('menuId') ?? undefined;
  const params = useMemo(() => ({ ...view.params, ...(menuId ? { menuId } : {}) }), [view, menuId]);
  const changed = useCallback(async () => {
    list.current?.reload();
    await reload();
  }, [reload]);

  const bindable = menu?.type === 'menu' || menu?.type === 'button' ? menu : undefined;
  const editable = edits ? bindable : undefined;
  return (
    <div className="tree-screen grid api-screen min-h-0 bg-container h-full">
      <SideTree
        label="菜单树"
        nodes={nodes}
        selected={menuId}
        onSelect={(id) => setQuery({ menuId: id === menuId ? null : id })}
        placeholder="名称 / 权限标识"
        instead={tree ? undefined : <TreeTrouble what="菜单" problem={problem} onRetry={() => void reload()} />}
        head={
          <>
            <h2 className="text-sm">菜单与按钮</h2>
            {menuId && (
              <Button kind="link" onClick={() => setQuery({ menuId: null })}>
                看全部接口
              </Button>
            )}
          </>
        }
      />
      <ListScreen
        resource={endpoint}
        endpoints={{ list: menuApiApi.getMenuApiList }}
        cells={cells}
        filters={filters}
        actions={(listActions) => {
          list.current = listActions;
          return actionsOf(editable, changed);
        }}
        bulkActions={() => bulkOf(editable, changed)}
        table={{
          params,
          actionsWidth: bindable ? 88 : 72,
          rowClass: (row) => (row.state === 'known' ? undefined : `api-${row.state}`),
          views: (
            <ViewTabs label="绑定情况" views={views} value={view.key} onChange={(key) => setQuery({ view: key })} />
          ),
          actions: (
            <>
              {can('user:cache') && <Button onClick={() => void reloadCache(changed)}>刷新缓存</Button>}
              {edits && <Button onClick={() => void sync(changed)}>从路由同步</Button>}
              {edits && (
                <Button
                  kind="primary"
                  disabled={!bindable}
                  title={bindable ? undefined : '先在左边选一个菜单或按钮'}
                  onClick={() => setBinding(bindable)}
                >
                  绑定接口…
                </Button>
              )}
            </>
          ),
        }}
      />
      <Suspense fallback={<NavigationProgress />}>
        {binding && <BindDialog menu={binding} onClose={() => setBinding(undefined)} onDone={changed} />}
      </Suspense>
    </div>
  );
}

type Changed = () => Promise<void>;

/** Returns the actions for selected endpoints while a menu or button is selected. */
function bulkOf(menu: Menu | undefined, changed: Changed): BulkAction<Row>[] {
  if (!menu) return [];
  const label = `从「${menu.name}」解绑`;
  return [
    { key: 'unbind', label, danger: true, onClick: (rows, clear) => void unbind(menu, rows, changed).then(clear) },
  ];
}

function actionsOf(menu: Menu | undefined, changed: Changed): RowAction<Row>[] {
  const actions: RowAction<Row>[] = [
    {
      key: 'check',
      label: '检测',
      onClick: (row) => void check(row),
      blocked: (row) => (row.state === 'vanished' ? '代码里已没有这个接口' : undefined),
    },
  ];
  if (!menu) return actions;
  return [
    ...actions,
    {
      key: 'unbind',
      label: '解绑',
      tone: 'danger',
      shown: (row) => row.menus.some(({ id }) => id === menu.id),
      onClick: (row) => void unbind(menu, [row], changed),
    },
  ];
}

async function unbind(menu: Menu, rows: readonly Row[], changed: Changed): Promise<void> {
  const bound = rows.filter((row) => row.menus.some(({ id }) => id === menu.id));
  if (bound.length === 0) return toast.warning(`选中的接口都没有绑定到「${menu.name}」`);
  const question = `从「${menu.name}」解绑 ${bound.length} 个接口？只靠它得到这些接口的人，下一次调用就会被拒绝。`;
  if (!(await box.confirm(question, { ok: '解绑', danger: true, level: 'warning' }))) return;
  const endpoints = bound.map(({ method, path }) => ({ method, path }));
  await withToast(() => callApi(menuApiApi.unbindMenuApi, { menuId: menu.id, endpoints }), {
    done: '已解绑',
    failed: '解绑失败',
  });
  await changed();
}

async function sync(changed: Changed): Promise<void> {
  const question = '把代码里新增的接口标为已知，并清除代码里已经没有的接口和它们的绑定？';
  if (!(await box.confirm(question, { ok: '同步' }))) return;
  const synced = await withToast(() => callApi(menuApiApi.syncMenuApi, {}), { done: null, failed: '同步失败' });
  if (synced) toast.success(`新增 ${synced.added} 个，消失 ${synced.removed} 个，清除绑定 ${synced.unbound} 条`);
  await changed();
}

async function reloadCache(changed: Changed): Promise<void> {
  await withToast(() => callApi(cacheApi.reloadCache, {}), { done: texts.refreshed, failed: '刷新失败' });
  await changed();
}

/** Runs 检测: shows who may call the endpoint, and through which menus. */
async function check({ method, path, name }: Row): Promise<void> {
  const access = await withToast(() => callApi(menuApiApi.checkMenuApi, { method, path }), {
    done: null,
    failed: '检测失败',
  });
  if (!access) return;
  await box.alert(
    <div>
      <p className="mb-1">
        <b>{name}</b> <span className="mono">{path}</span>
      </p>
      {access.open === 'public' && <p className="mb-1">公开：不登录也能调用。</p>}
      {access.open === 'login' && <p className="mb-1">登录即可调用，不需要绑定。</p>}
      {access.open === 'family' && <p className="mb-1">客户用户的浏览器凭密钥调用，不需要绑定。</p>}
      {access.open === 'display' && <p className="mb-1">大屏凭链接里的密钥调用，不需要绑定。</p>}
      {access.open === 'role' && (
        <ul className="list-disc pl-5 mt-2">
          {access.roles.map((role) => (
            <li key={role.id}>
              <b>{role.name}</b>（{role.userCount} 人）
              {role.through.length > 0 ? `经由 ${role.through.join('、')}` : '管理员，不经绑定'}
            </li>
          ))}
        </ul>
      )}
    </div>,
    { title: '谁能调用' },
  );
}
