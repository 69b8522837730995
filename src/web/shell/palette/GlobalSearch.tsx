import './globalSearch.css';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { type Hit, notSearched } from '#shared/contract/search.ts';
import { can, type MenuNode, useSession } from '#web/api/session.ts';
import { type MenuEntry, searchMenu } from '../menu/menu.ts';
import { MenuIcon } from '../menu/menuIcons.tsx';
import { pages } from '../pages/pageStore.ts';
import { addressOf } from '../pages/pages.ts';
import { type SearchState, useSourceSearch } from './paletteSources.ts';

/** Maximum length of a query, as the server searches it. */
const maxQueryLength = 50;

interface GlobalSearchProps {
  /** Shown alone over the page: the menu is listed before anything is typed, and Tab stays inside. */
  alone?: boolean;
  /** Called when the user opens a hit or cancels. */
  onLeave?: () => void;
}

/** One search for screens of the user's menu, customers, devices, open warns and users, by keys or pointer. */
export function GlobalSearch({ alone = false, onLeave }: GlobalSearchProps) {
  const { menu } = useSession();
  const navigate = useNavigate();
  const id = useId();
  const [query, setQuery] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const { hits, state } = useSourceSearch(query);
  const isOpen = alone || query.trim() !== '';
  const entries: Entry[] = isOpen
    ? [...screensFor(menu, query, hits).map(screenEntry), ...hits.filter(({ kind }) => kind !== 'screen').map(hitEntry)]
    : [];

  const ask = (text: string) => {
    setQuery(text);
    setActiveIndex(0);
  };
  const leave = () => {
    ask('');
    onLeave?.();
  };
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    leave();
    entry.go(navigate);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActiveIndex((activeIndex + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') go(entries[activeIndex]);
    else if (event.key === 'Escape' && isOpen) leave();
    else if (event.key !== 'Tab' || !alone) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className="seek-input h-12 px-4 flex items-center flex-none gap-2 text-text3 border-b border-line">
        <Search size={16} aria-hidden="true" />
        <input
          className="flex-1 text-base text-text h-full"
          data-autofocus={alone || undefined}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}list`}
          aria-activedescendant={entries[activeIndex] && id + entries[activeIndex].id}
          aria-label="搜索"
          placeholder="菜单、姓名、拼音、电话、证件号、编号、联系人、设备号"
          maxLength={maxQueryLength}
          value={query}
          onChange={(event) => ask(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {alone && <kbd>Esc</kbd>}
      </div>
      <div
        className="seek-list px-2 py-2 overflow-y-auto"
        id={`${id}list`}
        role="listbox"
        aria-label="搜索结果"
        hidden={!isOpen}
      >
        {entries.map((entry, place) => (
          // The input has the focus and handles the keys; only the pointer is handled here.
          <div
            className="flex items-center gap-2 px-2 min-h-9 rounded-md cursor-pointer"
            key={entry.id}
            id={id + entry.id}
            role="option"
            tabIndex={-1}
            aria-selected={place === activeIndex}
            ref={place === activeIndex ? showOption : undefined}
            onPointerMove={() => setActiveIndex(place)}
            onPointerUp={() => go(entry)}
          >
            <MenuIcon name={entry.icon} />
            <span>{entry.title}</span>
            <small className="ml-auto text-xs text-text3">{entry.subtitle}</small>
          </div>
        ))}
        {query.trim() !== '' && <SearchStatus count={entries.length} state={state} query={query} />}
      </div>
    </>
  );
}

interface Entry {
  id: string;
  icon: string;
  title: string;
  subtitle: string;
  go: (navigate: NavigateFunction) => void;
}

/** Returns matching menu screens: by text at once, by pinyin initials after the server has answered. */
function screensFor(menu: readonly MenuNode[], query: string, hits: readonly Hit[]): MenuEntry[] {
  const byName = new Set(searchMenu(menu, query).map(({ node }) => node.id));
  const sounds = new Set(query.trim() === '' ? [] : hits.flatMap(({ kind, id }) => (kind === 'screen' ? [id] : [])));
  return searchMenu(menu, '').filter(({ node }) => byName.has(node.id) || sounds.has(node.id));
}

function screenEntry({ node, folder }: MenuEntry): Entry {
  const go: Entry['go'] = (navigate) => {
    if (node.type === 'link') window.open(node.url, '_blank', 'noopener');
    else void navigate(addressOf(pages().open.find((page) => page.path === node.url) ?? { path: node.url, query: '' }));
  };
  return { id: node.id, icon: node.icon, title: node.name, subtitle: folder, go };
}

const kinds: Readonly<Record<Hit['kind'], { icon: string; label: string }>> = {
  screen: { icon: 'file', label: '菜单' },
  customer: { icon: 'user', label: '客户' },
  archive: { icon: 'file-heart', label: '健康档案' },
  equipment: { icon: 'watch', label: '设备' },
  warn: { icon: 'siren', label: '告警' },
  user: { icon: 'users', label: '用户' },
};

function hitEntry(hit: Hit): Entry {
  const { icon, label } = kinds[hit.kind];
  return {
    id: `${hit.kind}-${hit.id}`,
    icon,
    title: hit.title,
    subtitle: [label, hit.subtitle].filter(Boolean).join(' · '),
    go: (navigate) => void navigate(hit.url),
  };
}

/** Status below the list: nothing found, or not searched, and why. */
function SearchStatus({ count, state, query }: { count: number; state: SearchState['state']; query: string }) {
  if (state === 'failed') return <p role="status">人员、设备与告警没有搜到，菜单仍可使用。</p>;
  if (state === 'asking') return count === 0 ? <p role="status">正在搜索</p> : null;
  const notSearchedText = notSearched(can);
  return (
    <>
      {count === 0 && <p role="status">没有找到「{query}」</p>}
      {count === 0 && <p>可以用姓名、拼音首字母、手机号、身份证号后四位、设备编号或菜单名来找。</p>}
      {notSearchedText && <p className="seek-left">{notSearchedText}</p>}
    </>
  );
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
