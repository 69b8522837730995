import { Moon, Search, Sun } from 'lucide-react';
import { useLocation } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { chooseTheme, type ThemeChoice, useTheme, useThemeChoice } from '#web/core/theme.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { FaultBoundary } from '../exception/FaultBoundary.tsx';
import { screenAt } from './features.ts';
import { entryAt } from './menu/menu.ts';
import { showOverlay } from './overlay.ts';
import { usePages } from './pages/pageStore.ts';
import { UserMenu } from './UserMenu.tsx';

/** Logo, breadcrumb, search, header slots of features, theme, user. */
export function Header() {
  return (
    <header className="header high-48 pad-x-16 row rigid gap-8 line-below">
      <a className="header-mark desk-only rigid" href="#/index" aria-label="安好，首页">
        <Brand />
      </a>
      <Slots name="brand" props={{}} />
      <Breadcrumb />
      <button
        type="button"
        className="header-search desk-only bordered row gap-8 faint on-container high-32 round"
        onClick={() => showOverlay('palette')}
      >
        <Search size={15} aria-hidden="true" />
        <span className="fill nowrap left hide">搜索人员、设备、菜单</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="header-slots row gap-4 before-8">
        <FaultBoundary name="状态">
          <Slots name="header" props={{}} />
        </FaultBoundary>
      </div>
      <ThemeSwitch />
      <UserMenu />
    </header>
  );
}

/** 服务对象 / 客户 / 王桂兰; on a phone only the last name. */
function Breadcrumb() {
  const { pathname } = useLocation();
  const { menu } = useSession();
  const { open } = usePages();
  const entry = entryAt(menu, pathname);
  const screen = screenAt(pathname);
  const name = entry?.node.name ?? screen?.title;
  const pageTitle = open.find((page) => page.path === pathname)?.title;
  const folder = entry?.folder ?? screen?.group;
  return (
    <nav className="breadcrumb fill slim" aria-label="位置">
      <ol className="flex nowrap">
        {folder && folder !== '首页' && <li className="ellipsis soft">{folder}</li>}
        {name && <li className="ellipsis soft">{name}</li>}
        {pageTitle && pageTitle !== name && <li className="ellipsis soft">{pageTitle}</li>}
      </ol>
    </nav>
  );
}

const choices: { key: ThemeChoice; label: string }[] = [
  { key: 'light', label: '浅色' },
  { key: 'dark', label: '深色' },
  { key: 'system', label: '跟随系统' },
  { key: 'night', label: '20:00–07:00 深色' },
];

/** Theme menu: light, dark, system, or dark at night. */
function ThemeSwitch() {
  const choice = useThemeChoice();
  const Sign = useTheme() === 'dark' ? Moon : Sun;
  return (
    <MenuButton
      rootClassName="over-banner"
      placement="bottomRight"
      menu={{
        items: choices,
        selectable: true,
        selectedKeys: [choice],
        onClick: ({ key }) => chooseTheme(key as ThemeChoice),
      }}
    >
      <IconButton aria-label="外观">
        <Sign size={17} />
      </IconButton>
    </MenuButton>
  );
}
