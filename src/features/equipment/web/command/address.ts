import { commandAddress } from '../../contract/command.ts';

/** Ids of the devices that the address wants to send a command to, with commas between them; '' for none. */
export function commandTargets(): string {
  const [, query = ''] = location.hash.split('?');
  const ids = new URLSearchParams(query).get('command') ?? '';
  return /^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,499}$/.test(ids) ? ids : '';
}

/** The address of the page that is open without the wish. */
export function leaveCommand(): void {
  if (commandTargets()) location.replace(commandAddress(location.hash));
}

/** Opens 下发指令 for these devices over the page that is open. */
export function askCommand(ids: readonly string[]): void {
  location.hash = commandAddress(location.hash, ids);
}
