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
      <div className="everything flex flex-col gap-4">
        {folders.map((folder) => (
          <section className="grid" key={folder} aria-label={folder || '首页'}>
            {folder && <h2 className="font-normal text-[13px] text-text3 col-span-full">{folder}</h2>}
            {entriesOf(menu)
              .filter((entry) => entry.folder === folder)
              .map(({ node }) => (
                <MenuLink key={node.id} node={node} onGo={close} />
              ))}
          </section>
        ))}
        <section className="grid" aria-label="账号">
          <button
            type="button"
            className="menu-link flex items-center gap-2 text-left w-full text-text2 px-2 min-h-11 rounded-md"
            onClick={() => showOverlay('person')}
          >
            个人中心
          </button>
          <button
            type="button"
            className="menu-link flex items-center gap-2 text-left w-full text-text2 px-2 min-h-11 rounded-md"
            onClick={() => showOverlay('password')}
          >
            修改密码…
          </button>
          <button
            type="button"
            className="menu-link flex items-center gap-2 text-left w-full text-text2 px-2 min-h-11 rounded-md"
            onClick={() => void logout()}
          >
            退出
          </button>
        </section>
      </div>
    </Drawer>
  );
}
