import { Drawer } from 'antd';
import { type ReactNode, useState } from 'react';

interface Props {
  title: string;
  /** After it has gone. */
  onClose: () => void;
  /** Right end of its head. */
  extra?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A drawer that stands while it is drawn: it goes away with its motion, then says so. */
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
