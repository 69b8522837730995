import { ChevronDown } from 'lucide-react';
import { byPosition } from '#shared/feature.ts';
import { can } from '#web/api/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { screens } from './features.ts';

/** 更多: links to the screens below this route that the user may open; nothing if there are none. */
export function SubScreenMenu({ path }: { path: string }) {
  const below = screens
    .filter((screen) => screen.path.startsWith(`${path}/`) && (!screen.permission || can(screen.permission.key)))
    .sort(byPosition);
  if (below.length === 0) return null;
  const menu = {
    items: below.map((screen) => ({ key: screen.path, label: screen.title })),
    onClick: ({ key }: { key: string }) => {
      location.hash = `#${key}`;
    },
  };
  return (
    <MenuButton menu={menu}>
      <Button className="inline-flex items-center whitespace-nowrap">
        更多 <ChevronDown size={14} aria-hidden />
      </Button>
    </MenuButton>
  );
}
