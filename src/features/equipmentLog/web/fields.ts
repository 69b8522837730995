import { logKinds, readingLabels } from '#shared/deviceLabels.ts';
import { warnTypes } from '#web/data/codeLabels.ts';
import { fullTime } from '#web/data/format.ts';

/** Line of a decoded message; `field` is the path that a span names. */
export interface FieldLine {
  field: string;
  label: string;
  value: string;
  alarm?: true;
}

interface Position {
  lat: number;
  lng: number;
  valid: boolean;
  [name: string]: unknown;
}

interface Cell {
  mcc: number | null;
  mnc: number | null;
  lac: number;
  cid: number;
}

const labels: Readonly<Record<string, string>> = {
  'position.valid': '定位',
  'position.lat': '纬度 WGS-84',
  'position.lng': '经度 WGS-84',
  'position.speed': '速度 km/h',
  'position.course': '方向 °',
  'position.altitude': '海拔 m',
  'position.accuracy': '精度 m',
  'values.type': '报文类型',
  'values.signal': '信号',
  'values.satellites': '卫星',
  'values.rollovers': '翻身',
  'values.status': '状态字',
  'values.parameters': '参数',
  'values.measureKind': '测量方式',
};

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats country, network, area and cell of each station: 460-00 9763/21481. */
const stations = (cells: readonly Cell[]): string =>
  cells
    .map(({ mcc, mnc, lac, cid }) => {
      const network = mcc === null || mnc === null ? '' : `${mcc}-${String(mnc).padStart(2, '0')} `;
      return `${network}${lac}/${cid}`;
    })
    .join('、');

function placeLines(place: Position | null): FieldLine[] {
  if (!place) return [];
  return Object.entries(place).flatMap(([name, value]) => {
    const field = `position.${name}`;
    if (value === null || !(field in labels)) return [];
    return {
      field,
      label: labels[field] ?? name,
      value: name === 'valid' ? (value ? '有效' : '未定位') : valueText(value),
    };
  });
}

/** Formatted stored value by field; undefined: nothing stored. */
export type StoredText = ReadonlyMap<string, string | undefined>;

/** Formats the stored values like the current ones. */
export function storedText(
  stored: Readonly<Record<string, number | string | null>>,
  decoded: Readonly<Record<string, unknown>>,
): StoredText {
  const place = decoded.position as Position | null;
  const readings = (decoded.readings ?? []) as { kind: string; valid: boolean }[];
  const asStored = fieldLines({
    ...{ kind: stored.kind, time: stored.time },
    position: place && { ...place, lat: stored['position.lat'] ?? null, lng: stored['position.lng'] ?? null },
    readings: readings.flatMap((reading) => {
      const value = stored[`readings.${reading.kind}`] ?? null;
      return value === null ? [] : [{ ...reading, value }];
    }),
  });
  const texts = new Map(asStored.map(({ field, value }) => [field, value]));
  return new Map(Object.keys(stored).map((field) => [field, texts.get(field)]));
}

/** Returns the decoded values line by line; absent values have no line. */
export function fieldLines(decoded: Readonly<Record<string, unknown>>): FieldLine[] {
  const { kind, number, time, backlog, battery, steps, cells, wifi } = decoded;
  const alarms = (decoded.alarms ?? []) as string[];
  const readings = (decoded.readings ?? []) as { kind: string; value: number; valid: boolean }[];
  const values = Object.entries((decoded.values ?? {}) as Record<string, unknown>);
  const line = (field: string, label: string, value: unknown): FieldLine[] => {
    const text = valueText(value);
    return text === '' || text === '[]' ? [] : [{ field, label, value: text }];
  };
  return [
    ...line('kind', '类型', logKinds[kind as keyof typeof logKinds] ?? kind),
    ...line('number', '设备号', number),
    ...line('time', '设备时间', typeof time === 'string' ? fullTime(time) : null),
    ...(backlog ? line('backlog', '补传', '是') : []),
    ...alarms.map((type) => ({
      field: 'alarms',
      label: '告警',
      value: warnTypes[type as keyof typeof warnTypes] ?? type,
      alarm: true as const,
    })),
    ...placeLines((decoded.position ?? null) as Position | null),
    ...line('battery', '电量', typeof battery === 'number' ? `${battery}%` : null),
    ...line('steps', '步数', steps),
    ...readings.flatMap(({ kind: of, value, valid }) => {
      const [name = of, unit = ''] = readingLabels[of] ?? [];
      return line(`readings.${of}`, name, `${value}${unit}${valid ? '' : '（超出合理范围）'}`);
    }),
    ...line('cells', '基站', stations((cells ?? []) as Cell[])),
    ...line('wifi', 'Wi-Fi', wifi),
    ...values.flatMap(([name, value]) =>
      name === 'covered' ? [] : line(`values.${name}`, labels[`values.${name}`] ?? name, value),
    ),
  ];
}
