import { Drawer } from 'antd';
import { useSession } from '#web/api/session.ts';
import { logout } from '#web/api/sessionFlow.ts';
import { showOverlay, useOverlay } from '../overlay.ts';
import { MenuLink } from './MenuLink.tsx';
import { entriesOf } from './menu.ts';

/** 我的 on a phone: the whole menu and the account. */
export default function MobileMenu() {
  const open = useOverlay() === 'menu';
  const { menu, user } = useSession();
  const close = () => showOverlay(undefined);
  const folders = [...new Set(entriesOf(menu).map(({ folder }) => folder))];
  return (
    <Drawer
      open={open}
      onClose={close}
      placement="bottom"
      size="80%"
      title={`${user?.name ?? ''} · ${user?.departmentName ?? ''}`}
    >
      <div className="everything stack gap-16">
        {folders.map((folder) => (
          <section className="in-grid" key={folder} aria-label={folder || '首页'}>
            {folder && <h2 className="regular f13 faint across">{folder}</h2>}
            {entriesOf(menu)
              .filter((entry) => entry.folder === folder)
              .map(({ node }) => (
                <MenuLink key={node.id} node={node} onGo={close} />
              ))}
          </section>
        ))}
        <section className="in-grid" aria-label="账号">
          <button
            type="button"
            className="menu-link row gap-8 left full-width soft pad-x-8 tall-44 round"
            onClick={() => showOverlay('person')}
          >
            个人中心
          </button>
          <button
            type="button"
            className="menu-link row gap-8 left full-width soft pad-x-8 tall-44 round"
            onClick={() => showOverlay('password')}
          >
            修改密码…
          </button>
          <button
            type="button"
            className="menu-link row gap-8 left full-width soft pad-x-8 tall-44 round"
            onClick={() => void logout()}
          >
            退出
          </button>
        </section>
      </div>
    </Drawer>
  );
}
