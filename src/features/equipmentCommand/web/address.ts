import { commandAddress } from '../contract.ts';

/** Returns the ids of the devices for which an address (`#/path?query`) opens a command, separated by commas; '' for none. */
export function commandTargets(hash: string): string {
  const [, query = ''] = hash.split('?');
  const ids = new URLSearchParams(query).get('command') ?? '';
  return /^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,499}$/.test(ids) ? ids : '';
}

/** Removes the command from the current address. */
export function leaveCommand(): void {
  if (commandTargets(location.hash)) location.replace(commandAddress(location.hash));
}
