import { Modal } from 'antd';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { can } from '#web/api/session.ts';
import type { SlotProps } from '#web/screen/manifest.ts';
import { Button } from '#web/ui/Button.tsx';
import { ShareLinks } from './ShareLinks.tsx';

/** 分享给家属 of the chosen person on the map: links to the place. */
export default function PlaceTool({ customerId, name }: SlotProps<'locationTool'>) {
  const [open, setOpen] = useState(false);
  if (!can('location:share')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Share2 size={15} aria-hidden="true" />
        分享给家属
      </Button>
      <Modal
        open={open}
        width={760}
        title={`分享位置 · ${name}`}
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <ShareLinks kind="place" subject={{ customerId }} />
      </Modal>
    </>
  );
}
