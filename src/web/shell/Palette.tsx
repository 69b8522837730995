import './overlay.css';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { Hit } from '#shared/search.ts';
import { useFocusInside } from '../focusTrap.ts';
import { type MenuNode, useSession } from '../session.ts';
import { useHotkey } from './hotkeys.ts';
import { type MenuEntry, searchMenu } from './menu.ts';
import { MenuIcon } from './menuIcons.tsx';
import { showOverlay, useOverlay } from './overlay.ts';
import { pages } from './pageStore.ts';
import { addressOf } from './pages.ts';
import { type Finding, useFinding } from './paletteSources.ts';

/** Signs that the server searches for. */
const longestQuery = 50;

/** Ctrl K: goes to a screen of the person's menu, a person, a device or an open alarm. */
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
  const frame = useRef<HTMLDivElement>(null);
  const { hits, state } = useFinding(query);
  const found: Entry[] = [
    ...screensFor(menu, query, hits).map(screenEntry),
    ...hits.filter(({ kind }) => kind !== 'screen').map(hitEntry),
  ];
  const close = () => showOverlay(undefined);
  useFocusInside(frame);

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    entry.go(navigate);
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
      <div ref={frame} className="palette" role="dialog" aria-modal="true" aria-label="搜索">
        <div className="palette-input">
          <Search size={16} aria-hidden="true" />
          <input
            data-autofocus
            role="combobox"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={found[at] && `palette-${found[at].id}`}
            aria-label="搜索"
            placeholder="菜单、姓名、拼音、电话或证件号末四位、设备号"
            maxLength={longestQuery}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <kbd>Esc</kbd>
        </div>
        <div className="palette-list" id="palette-list" role="listbox" aria-label="搜索结果">
          {found.map((entry, place) => (
            // The input holds the focus and answers the keys; the pointer is the only one that comes here.
            <div
              key={entry.id}
              id={`palette-${entry.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              ref={place === at ? showOption : undefined}
              onPointerMove={() => setAt(place)}
              onPointerUp={() => go(entry)}
            >
              <MenuIcon name={entry.icon} />
              <span>{entry.title}</span>
              <small>{entry.words}</small>
            </div>
          ))}
          <PaletteState found={found.length} state={state} query={query} />
        </div>
      </div>
    </div>
  );
}

interface Entry {
  id: string;
  icon: string;
  title: string;
  words: string;
  go: (navigate: NavigateFunction) => void;
}

/** Screens of the menu by their words at once, and by pinyin initials as soon as the server has answered. */
function screensFor(menu: readonly MenuNode[], query: string, hits: readonly Hit[]): MenuEntry[] {
  const words = new Set(searchMenu(menu, query).map(({ node }) => node.id));
  const sounds = new Set(query.trim() === '' ? [] : hits.flatMap(({ kind, id }) => (kind === 'screen' ? [id] : [])));
  return searchMenu(menu, '').filter(({ node }) => words.has(node.id) || sounds.has(node.id));
}

function screenEntry({ node, folder }: MenuEntry): Entry {
  const go: Entry['go'] = (navigate) => {
    if (node.type === 'link') window.open(node.url, '_blank', 'noopener');
    else void navigate(addressOf(pages().open.find((page) => page.path === node.url) ?? { path: node.url, query: '' }));
  };
  return { id: node.id, icon: node.icon, title: node.name, words: folder, go };
}

const kinds: Readonly<Record<Hit['kind'], { icon: string; word: string }>> = {
  screen: { icon: 'file', word: '菜单' },
  customer: { icon: 'user', word: '客户' },
  equipment: { icon: 'watch', word: '设备' },
  warn: { icon: 'siren', word: '告警' },
  user: { icon: 'users', word: '用户' },
};

function hitEntry(hit: Hit): Entry {
  const { icon, word } = kinds[hit.kind];
  return {
    id: `${hit.kind}-${hit.id}`,
    icon,
    title: hit.title,
    words: [word, hit.subtitle].filter(Boolean).join(' · '),
    go: (navigate) => void navigate(hit.url),
  };
}

function PaletteState({ found, state, query }: { found: number; state: Finding['state']; query: string }) {
  if (state === 'failed') return <p role="status">人员、设备与告警没有搜到，菜单仍可使用。</p>;
  if (state === 'asking') return found === 0 ? <p role="status">正在搜索</p> : null;
  return found === 0 ? (
    <>
      <p role="status">没有找到「{query}」</p>
      <p>可以用姓名、拼音首字母、手机号、身份证号后四位、设备编号或菜单名来找。</p>
    </>
  ) : null;
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
