import type { Decoded } from '#devices/message.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import { logKinds, readingLabels } from '#shared/deviceLabels.ts';

const sources: Readonly<Record<string, string>> = { gnss: 'GPS', wifi: 'Wi-Fi', cell: '基站', beacon: '信标' };

function positionTexts({ position }: Decoded): string[] {
  if (!position) return [];
  const accuracy = position.accuracy === null ? '' : ` ±${Math.round(position.accuracy)} m`;
  return [position.valid ? `位置 ${sources[position.source] ?? ''}${accuracy}`.trim() : '位置 未定位'];
}

/** Returns the message's own type name. */
function vendorText({ kind, values: { type, messageId } }: Decoded): string {
  const name = logKinds[kind as keyof typeof logKinds] ?? kind;
  if (kind !== 'unknown') return typeof type === 'string' ? type : name;
  const vendorType = typeof type === 'number' ? `0x${type.toString(16)}` : (type ?? messageId);
  return `${name}${vendorType === undefined ? '' : ` ${vendorType}`}，已存原文`;
}

/** Returns a one-line summary: type name, alarms, values; covered readings by name only. */
export function summaryOf(decoded: Decoded): string {
  const { covered } = decoded.values;
  const names = Array.isArray(covered) ? covered.map((kind) => readingLabels[String(kind)]?.[0] ?? String(kind)) : [];
  const readings = decoded.readings.map(({ kind, value }) => {
    const [name = kind, unit = ''] = readingLabels[kind] ?? [];
    return `${name} ${value}${unit}`;
  });
  const parts = [
    vendorText(decoded),
    ...decoded.alarms.map((alarm) => labelOf('warn_type', alarm)),
    ...positionTexts(decoded),
    ...(readings.length > 0 ? readings : names),
    ...(decoded.battery === null ? [] : [`电量 ${decoded.battery}%`]),
    ...(decoded.backlog ? ['补传'] : []),
  ];
  return parts.join(' ');
}
