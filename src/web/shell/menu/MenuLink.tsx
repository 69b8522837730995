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
      className="menu-link row gap-8 left full-width soft pad-x-8 tall-32 round"
      href={outside ? node.url : `#${addressOf(page)}`}
      target={outside ? '_blank' : undefined}
      rel={outside ? 'noopener' : undefined}
      aria-current={active ? 'page' : undefined}
      onClick={onGo}
    >
      <MenuIcon name={node.icon} size={17} />
      <span className="menu-name fill clip">{node.name}</span>
      {badge && <MenuBadge badge={badge} />}
    </a>
  );
}

/** Figure of an entry; more than 99 is 99+. */
export function MenuBadge({ badge }: { badge: Badge }) {
  return (
    <span className={`menu-badge bold f12 ${badge.urgent ? 'pill pad-x-6 center l18' : ''}`}>
      {badge.count > 99 ? '99+' : badge.count}
    </span>
  );
}
