import { useOpenWarn } from '#features/warn/web/service.ts';
import type { SlotProps } from '#web/screen/manifest.ts';
import { OpenLostForm } from './LostForms.tsx';

/** Raises the alarm for a customer of the list, and opens it. */
export default function LostAction({ customers: [customer], onDone, onClosed }: SlotProps<'customerAction'>) {
  const openWarn = useOpenWarn();
  if (!customer) return null;
  const { id, name } = customer;
  return (
    <OpenLostForm
      subject={{ customerId: id }}
      name={name}
      onDone={(warnId) => {
        onDone();
        openWarn(warnId);
      }}
      onClosed={onClosed}
    />
  );
}
