import { Popover } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { MenuNode } from '#web/api/session.ts';
import { screenAt } from '../features.ts';
import { type Badge, useMenuBadges } from './badges.ts';
import { MenuBadge, MenuLink } from './MenuLink.tsx';
import { entriesOf, entryAt } from './menu.ts';
import { MenuIcon } from './menuIcons.tsx';

/** The folded menu: one entry per folder, with icon and text; a folder's screens open beside it. */
export function Rail({ menu }: { menu: readonly MenuNode[] }) {
  const { pathname } = useLocation();
  return (
    <ul className="rail flex-1 min-h-0">
      {menu.map((node) => (
        <li key={node.id}>
          <RailItem node={node} active={entryAt([node], pathname) !== undefined} />
        </li>
      ))}
    </ul>
  );
}

function RailItem({ node, active }: { node: MenuNode; active: boolean }) {
  const [open, setOpen] = useState(false);
  const badge = useSum(node);
  const entries = entriesOf([node]).map((entry) => entry.node);
  const [only] = entries;
  if (!only) return null;
  const face = (
    <>
      <MenuIcon name={iconOf(node, only)} size={18} />
      <span className="rail-name wrap-anywhere text-center text-xs overflow-hidden">
        {entries.length === 1 ? (screenAt(only.url)?.shortTitle ?? only.name) : node.name}
      </span>
      {badge && <MenuBadge badge={badge} />}
    </>
  );
  if (entries.length === 1 && only.type === 'menu') {
    return (
      <a
        className="rail-item rounded-lg flex flex-col items-center justify-center gap-0.5 text-text2 w-full relative"
        href={`#${only.url}`}
        aria-current={active ? 'page' : undefined}
        title={only.name}
      >
        {face}
      </a>
    );
  }
  const list = (
    <ul className="rail-list" aria-label={node.name}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <MenuLink node={entry} onGo={() => setOpen(false)} />
        </li>
      ))}
    </ul>
  );
  return (
    <Popover
      content={list}
      placement="rightTop"
      trigger={['hover', 'click']}
      open={open}
      onOpenChange={setOpen}
      arrow={false}
    >
      <button
        type="button"
        className="rail-item rounded-lg flex flex-col items-center justify-center gap-0.5 text-text2 w-full relative"
        data-active={active}
        aria-expanded={open}
        aria-haspopup="true"
      >
        {face}
      </button>
    </Popover>
  );
}

/** Returns the icon of a folder; without one the icon of its first screen. */
function iconOf(node: MenuNode, first: MenuNode): string {
  return node.type === 'dir' && (node.icon === '' || node.icon === 'folder') ? first.icon : node.icon;
}

function useSum(node: MenuNode): Badge | undefined {
  const badges = useMenuBadges();
  const counts = entriesOf([node]).flatMap((entry) => badges[entry.node.url] ?? []);
  if (counts.length === 0) return undefined;
  return { count: counts.reduce((sum, badge) => sum + badge.count, 0), urgent: counts.some((badge) => badge.urgent) };
}
