import './menu.css';
import { Drawer } from 'antd';
import { CircleUser } from 'lucide-react';
import { useLocation } from 'react-router';
import { useSession } from '../session.ts';
import { logout } from '../sessionFlow.ts';
import { useMenuBadges } from './badges.ts';
import { MenuBadge, MenuLink } from './MenuLink.tsx';
import { entriesOf, entryAt, phoneEntries } from './menu.ts';
import { MenuIcon } from './menuIcons.tsx';
import { showOverlay, useOverlay } from './overlay.ts';
import { useMedia } from './useMedia.ts';

/** The phone's way around: four screens and 我的 with everything else. */
export function BottomBar() {
  const phone = useMedia('(width < 768px)');
  const { pathname } = useLocation();
  const { menu } = useSession();
  const badges = useMenuBadges();
  const open = useOverlay() === 'menu';
  if (!phone) return null;
  const entries = phoneEntries(menu);
  const here = entryAt(menu, pathname)?.node.id;
  return (
    <>
      <nav className="bottom-bar" aria-label="菜单">
        {entries.map((node) => {
          const badge = badges[node.url];
          return (
            <a key={node.id} href={`#${node.url}`} aria-current={!open && node.id === here ? 'page' : undefined}>
              <MenuIcon name={node.icon} size={22} />
              {node.name}
              {badge && <MenuBadge badge={badge} />}
            </a>
          );
        })}
        <button type="button" aria-expanded={open} onClick={() => showOverlay(open ? undefined : 'menu')}>
          <CircleUser size={22} strokeWidth={1.8} aria-hidden="true" />
          我的
        </button>
      </nav>
      <Everything open={open} />
    </>
  );
}

function Everything({ open }: { open: boolean }) {
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
      <div className="everything">
        {folders.map((folder) => (
          <section key={folder} aria-label={folder || '首页'}>
            {folder && <h2>{folder}</h2>}
            {entriesOf(menu)
              .filter((entry) => entry.folder === folder)
              .map(({ node }) => (
                <MenuLink key={node.id} node={node} onGo={close} />
              ))}
          </section>
        ))}
        <section aria-label="账号">
          <button type="button" className="menu-link" onClick={() => showOverlay('password')}>
            修改密码…
          </button>
          <button type="button" className="menu-link" onClick={() => void logout()}>
            退出
          </button>
        </section>
      </div>
    </Drawer>
  );
}
