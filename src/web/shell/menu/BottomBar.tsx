import './menu.css';
import { CircleUser } from 'lucide-react';
import { useLocation } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { useMedia } from '#web/core/useMedia.ts';
import { lazyOverlay } from '../lazyOverlay.tsx';
import { showOverlay, useOverlay } from '../overlay.ts';
import { useMenuBadges } from './badges.ts';
import { MenuBadge } from './MenuLink.tsx';
import { entryAt, phoneEntries, shown } from './menu.ts';
import { MenuIcon } from './menuIcons.tsx';

const MobileMenu = lazyOverlay('menu', () => import('./MobileMenu.tsx'));

/** The phone's navigation: four screens, and 我的 with everything else. */
export function BottomBar() {
  const phone = useMedia('(width < 768px)');
  const { pathname } = useLocation();
  const { menu } = useSession();
  const badges = useMenuBadges();
  const open = useOverlay() === 'menu';
  if (!phone) return null;
  const entries = phoneEntries(menu);
  const currentId = entryAt(shown(menu), pathname)?.node.id;
  return (
    <>
      <nav className="bottom-bar flex flex-none border-t border-line bg-container" aria-label="菜单">
        {entries.map((node) => {
          const badge = badges[node.url];
          return (
            <a
              className="flex flex-col items-center justify-center flex-1 min-w-0 gap-0.5 whitespace-nowrap text-xs leading-4.5 text-text2 relative"
              key={node.id}
              href={`#${node.url}`}
              aria-current={!open && node.id === currentId ? 'page' : undefined}
            >
              <MenuIcon name={node.icon} size={22} />
              {node.name}
              {badge && <MenuBadge badge={badge} />}
            </a>
          );
        })}
        <button
          className="flex flex-col items-center justify-center flex-1 min-w-0 gap-0.5 whitespace-nowrap text-xs leading-4.5 text-text2 relative"
          type="button"
          aria-expanded={open}
          onClick={() => showOverlay(open ? undefined : 'menu')}
        >
          <CircleUser size={22} strokeWidth={1.8} aria-hidden="true" />
          我的
        </button>
      </nav>
      <MobileMenu />
    </>
  );
}
