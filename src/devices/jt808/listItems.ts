// Item 0xEB of a location: cells, a zone, or a list of items with two-byte ids.

import { bits } from '../fieldReader.ts';
import { type ItemRule, ruleOf, setItem } from '../items.ts';
import type { Decoded } from '../message.ts';
import { addLevel } from './alarms.ts';
import { addCell, cellsShort, wifiText } from './network.ts';
import { list, rules } from './rules.ts';

/** Returns the unset bits of a word; 0 unless it has four bytes. */
const unsetIn = (value: Buffer) => (value.length === 4 ? ~value.readUInt32BE(0) : 0);

const readers: Readonly<Record<number, (decoded: Decoded, value: Buffer) => void>> = {
  1: (decoded, value) => {
    if (value.length === 3) decoded.values.fuel1 = value.readUInt16BE(0) / 10;
  },
  35: (decoded, value) => {
    decoded.values.fuel2 = Number(value.toString('latin1')) || null;
  },
  137: (decoded, value) => {
    if ((unsetIn(value) & 1) !== 0) addLevel(decoded, 'power_off');
    if ((unsetIn(value) & (1 << 12)) !== 0) addLevel(decoded, 'off_wrist');
  },
  178: (decoded, value) => {
    decoded.values.iccid = value.toString('hex').replace(/f+$/, '');
  },
  185: wifiText,
  197: (decoded, value) => {
    if ((unsetIn(value) & (1 << 6)) !== 0) addLevel(decoded, 'other');
    const motion = value.length === 4 ? bits(value.readUInt32BE(0), 23, 2) : 3;
    if (motion < 2) decoded.values.motion = motion === 0;
  },
  198: (decoded, value) => {
    if (value[0] === 3 || value[0] === 4) addLevel(decoded, 'low_batt');
  },
  216: (decoded, value) => {
    // Some devices send a two-byte network code and a count before areas of 2, cells of 4 and signals of 1 bytes.
    if (value.length === 5 + 7 * (value[4] ?? 0)) {
      const [mcc, mnc] = [value.readUInt16BE(0), value.readUInt16BE(2)];
      for (let offset = 5; offset < value.length; offset += 7) {
        const [lac, cid] = [value.readUInt16BE(offset), value.readUInt32BE(offset + 2)];
        addCell(decoded, { mcc, mnc, lac, cid, signal: value.readInt8(offset + 6) });
      }
      return;
    }
    if (value.length < 9) return;
    const [mcc, lac, cid] = [value.readUInt16BE(0), value.readUInt16BE(3), value.readUInt32BE(5)];
    addCell(decoded, { mcc, mnc: value[2] ?? null, lac, cid, signal: null });
  },
};

function inList(decoded: Decoded, id: number, value: Buffer, customRules: readonly ItemRule[]): void {
  const rule = ruleOf([...customRules, ...rules], { id, length: value.length, within: list });
  if (rule) setItem(decoded, rule, value, 'be');
  else readers[id]?.(decoded, value);
}

/** Reads cells of one network, a zone text, or a list of items; an item's length includes its id. */
export function listOrCells(decoded: Decoded, value: Buffer, customRules: readonly ItemRule[]): void {
  if (value.length >= 8 && (value.length - 3) % 5 === 0 && value.readUInt16BE(0) > 200) {
    cellsShort(decoded, value);
    return;
  }
  if (value.length > 0 && value.every((byte) => byte >= 0x20 && byte < 0x7f)) {
    decoded.values.zone = value.toString('latin1');
    return;
  }
  for (let offset = 0; offset + 4 <= value.length; ) {
    const length = value.readUInt16BE(offset);
    const to = offset + 2 + length;
    if (length < 2 || to > value.length) return;
    inList(decoded, value.readUInt16BE(offset + 2), value.subarray(offset + 4, to), customRules);
    offset = to;
  }
}
