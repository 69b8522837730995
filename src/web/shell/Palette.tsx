import './overlay.css';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../session.ts';
import { useHotkey } from './hotkeys.ts';
import { type MenuEntry, searchMenu } from './menu.ts';
import { MenuIcon } from './menuIcons.tsx';
import { showOverlay, useOverlay } from './overlay.ts';
import { pages } from './pageStore.ts';
import { addressOf } from './pages.ts';

/** Ctrl K: goes to a screen of the person's menu by a part of its name. */
export function Palette() {
  const open = useOverlay() === 'palette';
  useHotkey('Ctrl K', () => showOverlay(open ? undefined : 'palette'));
  return open ? <PaletteBox /> : null;
}

function PaletteBox() {
  const { menu } = useSession();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const found = searchMenu(menu, query);
  const close = () => showOverlay(undefined);
  useFocusHere(input);

  const go = (entry: MenuEntry | undefined) => {
    if (!entry) return;
    close();
    const { node } = entry;
    if (node.type === 'link') window.open(node.url, '_blank', 'noopener');
    else void navigate(addressOf(pages().open.find((page) => page.path === node.url) ?? { path: node.url, query: '' }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((at + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') go(found[at]);
    else if (event.key === 'Escape') close();
    else if (event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="palette-mask">
      <button type="button" className="box-outside" aria-label="关闭" tabIndex={-1} onClick={close} />
      <div className="palette" role="dialog" aria-modal="true" aria-label="搜索菜单">
        <div className="palette-input">
          <Search size={16} aria-hidden="true" />
          <input
            ref={input}
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={found[at] && `palette-${found[at].node.id}`}
            aria-label="菜单名称"
            placeholder="菜单名称"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <kbd>Esc</kbd>
        </div>
        <div className="palette-list" id="palette-list" role="listbox" aria-label="菜单">
          {found.map((entry, place) => (
            // The input holds the focus and answers the keys; the pointer is the only one that comes here.
            <div
              key={entry.node.id}
              id={`palette-${entry.node.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              ref={place === at ? showOption : undefined}
              onPointerMove={() => setAt(place)}
              onPointerUp={() => go(entry)}
            >
              <MenuIcon name={entry.node.icon} />
              <span>{entry.node.name}</span>
              <small>{entry.folder}</small>
            </div>
          ))}
          {found.length === 0 && <p role="status">没有名称含「{query}」的菜单</p>}
        </div>
      </div>
    </div>
  );
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function useFocusHere(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    input.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [input]);
}
