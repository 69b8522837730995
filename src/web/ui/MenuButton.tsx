import type { DropdownProps } from 'antd';
import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import { usePreload } from '#web/core/preload.ts';

const load = () => import('./MenuPopup.tsx');
const MenuPopup = lazy(load);

type ButtonProps = { onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean };
type Props = Pick<DropdownProps, 'menu' | 'placement' | 'rootClassName'> & { children: ReactElement<ButtonProps> };

/** A button with a menu; what draws the menu is fetched behind the screen, or when one is first opened. */
export function MenuButton({ children, ...props }: Props) {
  const [open, setOpen] = useState<boolean>();
  usePreload(load);
  const wanted = open !== undefined;
  const button = cloneElement(children, { 'aria-haspopup': 'menu', 'aria-expanded': open ?? false });
  const bare = cloneElement(button, { onClick: () => setOpen(true) });
  return (
    <span className="menu-button">
      {wanted ? (
        <Suspense fallback={bare}>
          <MenuPopup {...props} open={open} onOpenChange={setOpen}>
            {button}
          </MenuPopup>
        </Suspense>
      ) : (
        bare
      )}
    </span>
  );
}
