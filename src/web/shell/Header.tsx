import { Moon, Search, Sun } from 'lucide-react';
import { useLocation } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { chooseTheme, type ThemeChoice, useTheme, useThemeChoice } from '#web/core/theme.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { Button } from '#web/ui/Button.tsx';
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
    <header className="header h-12 px-4 flex items-center flex-none gap-2 border-b border-line">
      <a className="header-mark max-md:hidden flex-none" href="#/index" aria-label="安好，首页">
        <Brand />
      </a>
      <Slots name="brand" props={{}} />
      <Breadcrumb />
      <button
        type="button"
        className="header-search max-md:hidden rounded-md border border-border flex items-center gap-2 text-text3 bg-container h-8"
        onClick={() => showOverlay('palette')}
      >
        <Search size={15} aria-hidden="true" />
        <span className="flex-1 whitespace-nowrap text-left overflow-hidden">搜索人员、设备、菜单</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="header-slots flex items-center gap-1 ml-2">
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
    <nav className="breadcrumb flex-1 min-w-0" aria-label="位置">
      <ol className="flex whitespace-nowrap">
        {folder && folder !== '首页' && <li className="overflow-hidden text-ellipsis text-text2">{folder}</li>}
        {name && <li className="overflow-hidden text-ellipsis text-text2">{name}</li>}
        {pageTitle && pageTitle !== name && <li className="overflow-hidden text-ellipsis text-text2">{pageTitle}</li>}
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
      <Button kind="icon" aria-label="外观">
        <Sign size={17} />
      </Button>
    </MenuButton>
  );
}
