import { Drawer } from 'antd';
import { type ReactNode, useState } from 'react';

interface Props {
  title: string;
  /** Called after the closing animation. */
  onClose: () => void;
  /** Content at the right end of the head. */
  extra?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A drawer that is open while mounted; on close it animates first, then calls `onClose`. */
export function PreviewDrawer({ title, onClose, extra, className, children }: Props) {
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      size={720}
      title={title}
      extra={extra}
      rootClassName={className}
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {children}
    </Drawer>
  );
}
