import { LocateFixed } from 'lucide-react';
import type { SectionProps } from '#features/equipment/web/service.ts';
import { Button } from '#web/ui/Button.tsx';
import { commandLabel } from './commandLabel.ts';
import { sendCommand, useCommandChoice } from './sendCommand.ts';

/** Button 立即定位 in the head of a device's page, if the device supports it and the user may send it (picture 07b). */
export default function LocateButton({ device: { id: equipmentId } }: SectionProps) {
  const target = useCommandChoice(equipmentId);
  if (!target?.commands.includes('locate')) return null;
  return (
    <Button kind="primary" onClick={() => void sendCommand(equipmentId, 'locate')}>
      <LocateFixed size={16} aria-hidden /> {commandLabel('locate')}
    </Button>
  );
}
