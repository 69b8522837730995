/** Ids of the devices that the address wants to send a command to, with commas between them; '' for none. */
export function commandTargets(): string {
  const [, query = ''] = location.hash.split('?');
  const given = new URLSearchParams(query).get('command') ?? '';
  return /^[1-9]\d{0,17}(,[1-9]\d{0,17}){0,499}$/.test(given) ? given : '';
}

/** The address of the page that is open without the wish. */
export function leaveCommand(): void {
  const [path = '', query = ''] = location.hash.split('?');
  const left = new URLSearchParams(query);
  left.delete('command');
  const text = left.toString();
  location.replace(text ? `${path}?${text}` : path);
}
