import type { PresetView } from '#web/table/types.ts';

/** Preset views of every user; filters as in the address. */
export function viewsOf(me: string): readonly PresetView[] {
  return [
    { key: 'mine', name: '我负责的', filters: { responsibleId: me } },
    { key: 'alone', name: '独居高龄', filters: { livingState: 'alone', ageFrom: '80' } },
    { key: 'warned', name: '近 7 天有告警', filters: { warnWithinDays: '7' } },
    { key: 'offline', name: '设备离线', filters: { equipmentOnline: 'offline' } },
  ];
}
