import { useQuery } from '@tanstack/react-query';
import type { DeviceCommand } from '#shared/codes.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { commandApi } from '../contract.ts';
import { commandLabel } from './commandLabel.ts';

/** Returns the commands that the user can send to a device; undefined until loaded, and without the permission. */
export function useCommandChoice(equipmentId: string) {
  const { data } = useQuery({
    queryKey: [commandApi.getCommandChoice.path, equipmentId],
    queryFn: ({ signal }) => callApi(commandApi.getCommandChoice, { ids: [equipmentId] }, { signal }),
    enabled: can('equipment:command'),
  });
  return data?.[0];
}

/** Sends a command without parameters, and shows a toast with the result. */
export function sendCommand(equipmentId: string, command: DeviceCommand) {
  return withToast(() => callApi(commandApi.sendCommand, { id: equipmentId, command }), {
    done: `「${commandLabel(command)}」已下发`,
    failed: '没有下发',
  });
}
