import { commandAddress } from '../contract.ts';

/** Returns the ids of the devices for which the address opens a command, separated by commas; '' for none. */
export function commandTargets(): string {
  const [, query = ''] = location.hash.split('?');
  const ids = new URLSearchParams(query).get('command') ?? '';
  return /^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,499}$/.test(ids) ? ids : '';
}

/** Removes the command from the current address. */
export function leaveCommand(): void {
  if (commandTargets()) location.replace(commandAddress(location.hash));
}

/** Opens 下发指令 for these devices over the current page. */
export function askCommand(ids: readonly string[]): void {
  location.hash = commandAddress(location.hash, ids);
}
