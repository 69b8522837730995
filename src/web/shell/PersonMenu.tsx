import { Dropdown, type MenuProps } from 'antd';
import { useSession } from '../session.ts';
import { logout } from '../sessionFlow.ts';
import { showOverlay } from './overlay.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/** Who is logged in: 修改密码, 快捷键, 退出. */
export function PersonMenu() {
  const { user } = useSession();
  if (!user) return null;
  const roles = user.roles.map((role) => role.name).join('、');
  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className="person-who">
          {user.account}
          <br />
          {[user.departmentName, roles].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    { type: 'divider' },
    { key: 'password', label: '修改密码…', onClick: () => showOverlay('password') },
    { key: 'keys', label: '快捷键', extra: '?', onClick: () => showOverlay('keys') },
    { type: 'divider' },
    { key: 'logout', label: '退出', onClick: () => void logout() },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button type="button" className="person" aria-label={`${user.name}，个人菜单`}>
          <span className="person-sign" aria-hidden="true">
            {user.name.slice(0, 1)}
          </span>
          <span className="person-name">{user.name}</span>
        </button>
      </Dropdown>
      <PasswordDialog />
    </>
  );
}
