import type { MenuProps } from 'antd';
import { withToast } from '#web/api/feedback.ts';
import { send } from '#web/api/request.ts';
import { can, useSession } from '#web/api/session.ts';
import { loadProfile, logout } from '#web/api/sessionFlow.ts';
import { texts } from '#web/core/texts.ts';
import { Portrait } from '#web/file/Portrait.tsx';
import { slotsOf } from '#web/screen/Slots.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { lazyOverlay } from './lazyOverlay.tsx';
import { showOverlay } from './overlay.ts';

const PasswordDialog = lazyOverlay('password', () => import('./password/PasswordDialog.tsx'));

const account = slotsOf('account').map(({ file, load }) => ({ file, Overlay: lazyOverlay('person', load) }));

/** Menu of the logged-in user: 个人中心, 修改密码, 快捷键, 退出. */
export function UserMenu() {
  const { user } = useSession();
  if (!user) return null;
  const roles = user.roles.map((role) => role.name).join('、');
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className="text-xs leading-4.5">
          {user.account}
          <br />
          {[user.departmentName, roles].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    { type: 'divider' },
    { key: 'person', label: '个人中心', onClick: () => showOverlay('person') },
    { key: 'password', label: '修改密码…', onClick: () => showOverlay('password') },
    { key: 'keys', label: '快捷键', extra: '?', onClick: () => showOverlay('keys') },
    ...(can('user:cache') ? [{ key: 'cache', label: '刷新缓存', onClick: () => void reloadCache() }] : []),
    { type: 'divider' },
    { key: 'logout', label: '退出', onClick: () => void logout() },
  ];
  return (
    <>
      <MenuButton menu={{ items }} placement="bottomRight" rootClassName="over-banner">
        <button type="button" className="person hover:bg-s3 flex items-center flex-none gap-1.5 px-1 h-8 rounded-md">
          <Portrait name={user.name} fileId={user.avatar} size={26} />
          <span className="person-name truncate" aria-hidden="true">
            {user.name}
          </span>
          <span className="sr-only">{`${user.name}，个人菜单`}</span>
        </button>
      </MenuButton>
      <PasswordDialog />
      {account.map(({ file, Overlay }) => (
        <Overlay key={file} />
      ))}
    </>
  );
}

/** Reloads the server's cached menus, permissions and dictionaries, then the user's own data. */
async function reloadCache(): Promise<void> {
  const reload = async () => {
    await send('GET', '/api/user/reloadCache', {});
    await loadProfile();
  };
  await withToast(reload, { done: texts.refreshed });
}
