import { useLocation } from 'react-router';
import { type MenuNode, useSession } from '#web/api/session.ts';
import { usePages } from '../pages/pageStore.ts';
import { addressOf } from '../pages/pages.ts';
import { type Badge, useMenuBadges } from './badges.ts';
import { entryAt, shown } from './menu.ts';
import { MenuIcon } from './menuIcons.tsx';

/** One entry of the menu; an open page returns with its filters. */
export function MenuLink({ node, onGo }: { node: MenuNode; onGo?: () => void }) {
  const { pathname } = useLocation();
  const { menu } = useSession();
  const { open } = usePages();
  const badge = useMenuBadges()[node.url];
  const active = entryAt(shown(menu), pathname)?.node.id === node.id;
  const page = open.find((other) => other.path === node.url) ?? { path: node.url, query: '' };
  const outside = node.type === 'link';
  return (
    <a
      className="menu-link flex items-center gap-2 text-left w-full text-text2 px-2 min-h-8 rounded-md"
      href={outside ? node.url : `#${addressOf(page)}`}
      target={outside ? '_blank' : undefined}
      rel={outside ? 'noopener' : undefined}
      aria-current={active ? 'page' : undefined}
      onClick={onGo}
    >
      <MenuIcon name={node.icon} size={17} />
      <span className="menu-name flex-1 truncate">{node.name}</span>
      {badge && <MenuBadge badge={badge} />}
    </a>
  );
}

/** Figure of an entry; more than 99 is 99+. */
export function MenuBadge({ badge }: { badge: Badge }) {
  return (
    <span
      className={`menu-badge font-bold text-xs ${badge.urgent ? 'min-w-5 rounded-[10px] bg-level1 text-level1-on px-1.5 text-center leading-4.5' : ''}`}
    >
      {badge.count > 99 ? '99+' : badge.count}
    </span>
  );
}
