import { useState } from 'react';
import { useOpenWarn } from '#features/warn/web/service.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import type { SlotProps } from '#web/screen/manifest.ts';
import { Button } from '#web/ui/Button.tsx';
import { OpenLostForm } from './LostForms.tsx';

/** 走失… of the chosen person on the map; of a lost one the way to the open alarm. */
export default function LostTool({ customerId, name, lostWarnId }: SlotProps<'locationTool'>) {
  const [open, setOpen] = useState(false);
  const openWarn = useOpenWarn();
  return (
    <>
      {lostWarnId === null
        ? can('lost:edit') && (
            <Button danger onClick={() => setOpen(true)}>
              走失…
            </Button>
          )
        : can('warn:list') && (
            <a className="button danger inline-flex items-center" href={sosLink({ id: lostWarnId })}>
              走失处置
            </a>
          )}
      {open && (
        <OpenLostForm
          {...{ name, lostWarnId }}
          subject={{ customerId }}
          onDone={openWarn}
          onClosed={() => setOpen(false)}
        />
      )}
    </>
  );
}
