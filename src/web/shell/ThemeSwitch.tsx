import { Moon, Sun } from 'lucide-react';
import { chooseTheme, type ThemeChoice, useTheme, useThemeChoice } from '#web/core/theme.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';

const choices: { key: ThemeChoice; label: string }[] = [
  { key: 'light', label: '浅色' },
  { key: 'dark', label: '深色' },
  { key: 'system', label: '跟随系统' },
  { key: 'night', label: '20:00–07:00 深色' },
];

/** Theme menu: light, dark, system, or dark at night. */
export function ThemeSwitch() {
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
