import './pages.css';
import type { MenuProps } from 'antd';
import { ChevronDown, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#web/api/session.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { screenAt } from '../features.ts';
import { entryAt } from '../menu/menu.ts';
import { pages, updatePages, usePages } from './pageStore.ts';
import { addressOf, closeOthers, closePage, homePath, type Page } from './pages.ts';

/** The open pages as tabs. Alt 1…9 opens the n-th, Alt W closes the front page; the focus moves along. */
export function PageTabs() {
  const { pathname } = useLocation();
  const { menu } = useSession();
  const { open } = usePages();
  const navigate = useNavigate();
  const strip = useRef<HTMLUListElement>(null);

  const titleOf = (page: Page) =>
    page.title ?? entryAt(menu, page.path)?.node.name ?? screenAt(page.path)?.title ?? page.path;
  const goTo = (page: Page | undefined) => page && void navigate(addressOf(page));
  const close = (path: string) => {
    const { next } = closePage(pages(), path);
    if (!next) return;
    updatePages((previous) => closePage(previous, path).pages);
    if (path !== pathname) return;
    goTo(next);
    focusTab(strip.current, next.path);
  };

  useHotkey(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => `Alt ${digit}`),
    (event) => goTo(open[Number(event.code.at(-1)) - 1]),
  );
  useHotkey('Alt W', () => close(pathname));
  const front = open.find(({ path }) => path === pathname);
  const name = front && titleOf(front);
  // The tab of a new page appears after its URL, and its title later still.
  useEffect(() => {
    if (name !== undefined) showTab(strip.current, pathname);
  }, [pathname, name]);

  const actions: MenuProps['items'] = [
    ...open.map((page) => ({ key: `#${page.path}`, label: titleOf(page), onClick: () => goTo(page) })),
    { type: 'divider' },
    { key: 'others', label: '关闭其他', onClick: () => updatePages((previous) => closeOthers(previous, pathname)) },
    {
      key: 'all',
      label: '全部关闭',
      onClick: () => {
        updatePages((previous) => closeOthers(previous, homePath));
        void navigate(homePath);
      },
    },
  ];
  return (
    <nav className="tabs h-9 px-2 max-md:hidden flex flex-none gap-2 border-b border-line" aria-label="打开的页面">
      <ul className="flex flex-1 min-w-0" ref={strip}>
        {open.map((page) => (
          <li
            className="flex items-center flex-none text-text2"
            key={page.path}
            data-path={page.path}
            data-active={page.path === pathname}
          >
            <a
              className="inner-focus truncate"
              href={`#${addressOf(page)}`}
              aria-current={page.path === pathname ? 'page' : undefined}
              onAuxClick={(event) => event.button === 1 && close(page.path)}
            >
              {titleOf(page)}
            </a>
            {page.path !== homePath && (
              <button
                className="hover:bg-s3 hover:text-text inner-focus inline-flex items-center justify-center text-text3"
                type="button"
                aria-label={`关闭 ${titleOf(page)}`}
                onClick={() => close(page.path)}
              >
                <X size={12} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <MenuButton menu={{ items: actions }} placement="bottomRight">
        <Button kind="icon" aria-label="所有打开的页面">
          <ChevronDown size={16} />
        </Button>
      </MenuButton>
    </nav>
  );
}

function tabOf(strip: HTMLElement | null, path: string): HTMLElement | null {
  return strip?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? null;
}

function focusTab(strip: HTMLElement | null, path: string): void {
  tabOf(strip, path)?.querySelector('a')?.focus();
}

function showTab(strip: HTMLElement | null, path: string): void {
  tabOf(strip, path)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
