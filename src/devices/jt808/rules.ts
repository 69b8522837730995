// Additional items of a location with plain values, as rules in the form of a model's profile.

import type { ItemRule } from '../items.ts';

const uint = (id: number, length: number, into: string, factor?: number, within?: number): ItemRule => ({
  id,
  length,
  as: 'uint',
  into,
  ...(factor === undefined ? {} : { factor }),
  ...(within === undefined ? {} : { within }),
});
const text = (id: number, into: string, within?: number): ItemRule => ({
  id,
  as: 'text',
  into,
  ...(within === undefined ? {} : { within }),
});

/** Id of the item that is a list of items. */
export const list = 0xeb;

/** Rules for plain values; battery in percent, voltages in volts, mileage in metres. */
export const rules: readonly ItemRule[] = [
  uint(0x01, 4, 'mileage', 100),
  uint(0x02, 2, 'fuel', 0.1),
  uint(0x03, 2, 'recorderSpeed', 0.1),
  uint(0x04, 1, 'battery'),
  uint(0x04, 2, 'manualEvent'),
  uint(0x06, 1, 'battery'),
  uint(0x14, 4, 'videoAlarm'),
  uint(0x25, 4, 'vehicleSignals'),
  uint(0x2a, 2, 'io'),
  uint(0x2b, 4, 'analog'),
  uint(0x31, 1, 'satellites'),
  uint(0x60, 2, 'event'),
  uint(0x61, 2, 'power', 0.01),
  uint(0x68, 2, 'battery', 0.01),
  uint(0x69, 2, 'voltage', 0.01),
  uint(0x82, 2, 'power', 0.1),
  uint(0xac, 4, 'mileage'),
  text(0xbc, 'driver'),
  text(0xbd, 'driverId'),
  text(0xcc, 'iccid'),
  uint(0xd3, 2, 'power', 0.1),
  uint(0xd5, 2, 'voltage', 0.01),
  uint(0xe1, 2, 'power', 0.1),
  uint(0xe5, 1, 'moving'),
  text(0xed, 'card'),
  uint(0xf1, 4, 'power', 0.001),
  text(0xf2, 'firmware'),
  uint(0xf5, 2, 'illuminance'),
  uint(0xf6, 2, 'airPressure'),
  { id: 0xf6, length: 8, as: 'bcd', into: 'imei' },
  uint(0xf7, 2, 'humidity', 0.1),
  uint(0xf8, 2, 'steps'),
  uint(0xfc, 1, 'fence'),
  uint(0xfe, 1, 'battery'),
  uint(0xfe, 2, 'power', 0.1),
  uint(0xfe, 4, 'mileage'),
  uint(0x00a8, 1, 'battery', undefined, list),
  uint(0x00e1, 1, 'battery', undefined, list),
  uint(0x002d, 2, 'voltage', 0.001, list),
  uint(0x002d, 4, 'power', 0.001, list),
  uint(0x00ce, 2, 'power', 0.01, list),
  text(0x00d5, 'imei', list),
];
