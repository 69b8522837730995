import { LocateFixed } from 'lucide-react';
import { commandLabel } from './params.ts';
import { sendCommand, useCommandChoice } from './sendCommand.ts';

/** 立即定位 in the head of a device's page, where the device can be asked and the person may (picture 07b). */
export function LocateButton({ equipmentId }: { equipmentId: string }) {
  const target = useCommandChoice(equipmentId);
  if (!target?.commands.includes('locate')) return null;
  return (
    <button type="button" className="button primary" onClick={() => void sendCommand(equipmentId, 'locate')}>
      <LocateFixed size={16} aria-hidden /> {commandLabel('locate')}
    </button>
  );
}
