import './menu.css';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { closedFolders, type MenuNode, saveClosedFolders, useSession } from '#web/api/session.ts';
import { readLocal, writeLocal } from '#web/core/storage.ts';
import { useMedia } from '#web/core/useMedia.ts';
import { screenAt } from '../features.ts';
import { MenuLink } from './MenuLink.tsx';
import { shown, unfolded } from './menu.ts';
import { Rail } from './Rail.tsx';

/** The menu: open at 184 px, a rail of 56 px below 1280 px or by choice, hidden on a phone. */
export function Sider() {
  const { menu } = useSession();
  const wide = useMedia('(width >= 1280px)');
  const phone = useMedia('(width < 768px)');
  const [rail, fold] = useFolded();
  if (phone) return null;
  const drawn = unfolded(shown(menu));
  const Sign = rail ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav className="sider border-r border-line flex flex-col flex-none" data-rail={rail} aria-label="菜单">
      {rail ? <Rail menu={drawn} /> : <Tree menu={drawn} />}
      {wide && (
        <button
          type="button"
          className="sider-fold flex items-center flex-none gap-2 text-xs text-text3 px-4 h-10"
          aria-label={rail ? '展开菜单' : '收起菜单'}
          onClick={fold}
        >
          <Sign size={16} />
          {!rail && '收起'}
        </button>
      )}
    </nav>
  );
}

/**
 * Returns whether the menu is a rail, and the function to switch it: one choice for ordinary screens, one for wide
 * ones.
 */
function useFolded(): [rail: boolean, fold: () => void] {
  const wide = useMedia('(width >= 1280px)');
  const roomy = useMedia('(width >= 1680px)');
  const cramped = screenAt(useLocation().pathname)?.wide === true && !roomy;
  const key = cramped ? 'sider_folded_wide' : 'sider_folded';
  const [choices, setChoices] = useState<Record<string, boolean>>({});
  const folded = choices[key] ?? readLocal<boolean>(key) ?? cramped;
  const fold = () => {
    writeLocal(key, !folded);
    setChoices({ ...choices, [key]: !folded });
  };
  return [folded || !wide, fold];
}

/** Menu with folders as headings; closed folders are stored for the session of the browser tab. */
function Tree({ menu }: { menu: readonly MenuNode[] }) {
  const [closed, setClosed] = useState(closedFolders);
  const toggle = (id: string) => {
    const next = closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id];
    saveClosedFolders(next);
    setClosed(next);
  };
  return (
    <ul className="menu overflow-y-auto flex-1 min-h-0 px-2 py-2">
      {menu.map((node) => (
        <Branch key={node.id} node={node} closed={closed} toggle={toggle} />
      ))}
    </ul>
  );
}

interface BranchProps {
  node: MenuNode;
  closed: readonly string[];
  toggle: (id: string) => void;
}

function Branch({ node, closed, toggle }: BranchProps) {
  if (node.type !== 'dir') {
    return (
      <li>
        <MenuLink node={node} />
      </li>
    );
  }
  const expanded = !closed.includes(node.id);
  return (
    <li>
      <button
        type="button"
        className="menu-folder flex items-center justify-between text-[13px] text-text2 w-full px-2 h-8 rounded-md"
        aria-expanded={expanded}
        onClick={() => toggle(node.id)}
      >
        {node.name}
      </button>
      {expanded && (
        <ul>
          {node.children.map((child) => (
            <Branch key={child.id} node={child} closed={closed} toggle={toggle} />
          ))}
        </ul>
      )}
    </li>
  );
}
