import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { dialogActions } from '../list/rowActions.ts';
import type { Device } from './types.ts';

/**
 * Buttons for testing and binding in the head of a device's page, then `children`; the other actions are behind ···.
 */
export function ActionButtons({ device, children }: { device: Device; children?: ReactNode }) {
  const actions = dialogActions().filter(({ shown }) => shown?.(device) ?? true);
  const front = actions.filter(({ key }) => key === 'fieldTest' || key === 'bind' || key === 'replace');
  const rest = actions.filter((action) => !front.includes(action));
  return (
    <>
      {front.map(({ key, label, blocked, onClick }) => (
        <Button
          key={key}
          aria-disabled={blocked?.(device) ? true : undefined}
          title={blocked?.(device)}
          onClick={() => blocked?.(device) || onClick(device)}
        >
          {label}
        </Button>
      ))}
      {children}
      {rest.length > 0 && (
        <MenuButton
          placement="bottomRight"
          menu={{
            items: rest.map(({ key, label, blocked, onClick }) => ({
              ...{ key, label, title: blocked?.(device), disabled: blocked?.(device) !== undefined },
              onClick: () => onClick(device),
            })),
          }}
        >
          <Button aria-label="更多操作">
            <Ellipsis size={16} aria-hidden />
          </Button>
        </MenuButton>
      )}
    </>
  );
}
