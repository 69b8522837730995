import type { FormatReply } from '../format.ts';

/**
 * Returns the message that tells a device, or a gateway for its child, of changed shared attributes; null means
 * withdrawn.
 */
export function sharedChange(shared: Readonly<Record<string, unknown>>, child: string | null): FormatReply {
  const withdrawn = Object.keys(shared).filter((key) => shared[key] === null);
  const set = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== null));
  const data = withdrawn.length > 0 ? { ...set, deleted: withdrawn } : set;
  return child === null
    ? { topic: 'v1/devices/me/attributes', payload: JSON.stringify(data) }
    : { topic: 'v1/gateway/attributes', payload: JSON.stringify({ device: child, data }) };
}
