import type { Decoded } from '#devices/message.ts';
import { word } from '#server/feature/words.ts';
import { logKinds } from '../contract/log.ts';

const units: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  heart_rate: ['心率', ' 次/分'],
  breath_rate: ['呼吸', ' 次/分'],
  systolic: ['收缩压', ' mmHg'],
  diastolic: ['舒张压', ' mmHg'],
  spo2: ['血氧', '%'],
  temperature: ['体温', ' ℃'],
  glucose: ['血糖', ' mmol/L'],
  weight: ['体重', ' kg'],
  steps: ['步数', ''],
  rollovers: ['翻身', ''],
  in_bed: ['在床', ''],
  motion: ['活动', ''],
  humidity: ['湿度', '%'],
  room_temperature: ['室温', ' ℃'],
};
const sources: Readonly<Record<string, string>> = { gnss: 'GPS', wifi: 'Wi-Fi', cell: '基站', beacon: '信标' };

function placeWords({ position }: Decoded): string[] {
  if (!position) return [];
  const accuracy = position.accuracy === null ? '' : ` ±${Math.round(position.accuracy)} m`;
  return [position.valid ? `位置 ${sources[position.source] ?? ''}${accuracy}`.trim() : '位置 未定位'];
}

/** One line of what a message says: its own word for it, alarms first; covered readings by their names alone. */
export function summaryOf(decoded: Decoded): string {
  const { type, covered } = decoded.values;
  const own = typeof type === 'string' ? type : logKinds[decoded.kind as keyof typeof logKinds];
  const names = Array.isArray(covered) ? covered.map((kind) => units[String(kind)]?.[0] ?? String(kind)) : [];
  const readings = decoded.readings.map(({ kind, value }) => {
    const [name = kind, unit = ''] = units[kind] ?? [];
    return `${name} ${value}${unit}`;
  });
  const parts = [
    own ?? decoded.kind,
    ...decoded.alarms.map((alarm) => word('warn_type', alarm)),
    ...placeWords(decoded),
    ...(readings.length > 0 ? readings : names),
    ...(decoded.battery === null ? [] : [`电量 ${decoded.battery}%`]),
    ...(decoded.backlog ? ['补传'] : []),
  ];
  return parts.join(' ');
}
