import type { DropdownProps } from 'antd';
import { cloneElement, lazy, type ReactElement, Suspense, useRef, useState } from 'react';
import { usePreload } from '#web/core/preload.ts';

const load = () => import('./MenuPopup.tsx');
const MenuPopup = lazy(load);

type ButtonProps = { onClick?: () => void; 'aria-haspopup'?: 'menu'; 'aria-expanded'?: boolean };
type Props = Pick<DropdownProps, 'menu' | 'placement' | 'rootClassName'> & { children: ReactElement<ButtonProps> };

/**
 * A button with a menu whose code loads after the screen, or at the first opening. Choosing an item first returns the
 * focus to the button, so that a dialog opened by it returns the focus there.
 */
export function MenuButton({ children, ...props }: Props) {
  const [open, setOpen] = useState<boolean>();
  usePreload(load);
  const place = useRef<HTMLSpanElement>(null);
  const isControlled = open !== undefined;
  const button = cloneElement(children, { 'aria-haspopup': 'menu', 'aria-expanded': open ?? false });
  const bare = cloneElement(button, { onClick: () => setOpen(true) });
  const toggle: DropdownProps['onOpenChange'] = (next, { source }) => {
    if (source === 'menu') place.current?.querySelector('button')?.focus();
    setOpen(next);
  };
  return (
    <span ref={place} className="menu-button">
      {isControlled ? (
        <Suspense fallback={bare}>
          <MenuPopup {...props} open={open} onOpenChange={toggle}>
            {button}
          </MenuPopup>
        </Suspense>
      ) : (
        bare
      )}
    </span>
  );
}
