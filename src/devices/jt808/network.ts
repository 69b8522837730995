// Cells and Wi-Fi points in the items of a location.

import { gbkText } from '../items.ts';
import type { Cell, Decoded } from '../message.ts';

/** Keeps a cell that is one. */
export function addCell(decoded: Decoded, cell: Cell): void {
  if (cell.lac > 0 && cell.cid > 0) decoded.cells.push(cell);
}

/** One network, then area 3, cell 4 and signal 1 of each. */
export function cellsWithArea(decoded: Decoded, value: Buffer): void {
  const [mcc, mnc] = [value.readUInt16BE(0), value.readUInt16BE(2)];
  for (let at = 4; at + 8 <= value.length; at += 8)
    addCell(decoded, {
      mcc,
      mnc,
      lac: value.readUIntBE(at, 3),
      cid: value.readUInt32BE(at + 3),
      signal: value[at + 7] ?? null,
    });
}

/** One network of 3 bytes, then area 2, cell 2 and signal 1 of each. */
export function cellsShort(decoded: Decoded, value: Buffer): void {
  for (let at = 3; at + 5 <= value.length; at += 5)
    addCell(decoded, {
      mcc: value.readUInt16BE(0),
      mnc: value[2] ?? null,
      lac: value.readUInt16BE(at),
      cid: value.readUInt16BE(at + 2),
      signal: value[at + 4] ?? null,
    });
}

/** Behind their count, each with its network: area 2, cell 2 or 4, signal 1. */
export function cellsCounted(decoded: Decoded, value: Buffer): void {
  const each = (value.length - 1) / (value[0] ?? 0);
  if (each !== 8 && each !== 10) return;
  for (let at = 1; at + each <= value.length; at += each)
    addCell(decoded, {
      mcc: value.readUInt16BE(at),
      mnc: value[at + 2] ?? null,
      lac: value.readUInt16BE(at + 3),
      cid: value.readUIntBE(at + 5, each - 6),
      signal: value[at + each - 1] ?? null,
    });
}

/** Each with its network: cell 4 before area 4. */
export function cellsAlone(decoded: Decoded, value: Buffer): void {
  if (value.length % 13 !== 0) return;
  for (let at = 0; at + 13 <= value.length; at += 13)
    addCell(decoded, {
      mcc: value.readUInt16BE(at),
      mnc: value.readUInt16BE(at + 2),
      cid: value.readUInt32BE(at + 4),
      lac: value.readUInt32BE(at + 8),
      signal: value[at + 12] ?? null,
    });
}

/** Address 6 and signal 1 of each. */
export function wifi(decoded: Decoded, value: Buffer): void {
  if (value.length % 7 !== 0) return;
  for (let at = 0; at + 7 <= value.length; at += 7) {
    const mac = value.toString('hex', at, at + 6).replace(/(..)(?=.)/g, '$1:');
    decoded.wifi.push({ name: '', mac, signal: value.readInt8(at + 6) });
  }
}

/** `MAC,signal,MAC,signal` behind their count. */
export function wifiText(decoded: Decoded, value: Buffer): void {
  const words = gbkText(value.subarray(1)).split(',');
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [mac = '', signal] = words.slice(at);
    if (/^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i.test(mac))
      decoded.wifi.push({
        name: '',
        mac: mac.toLowerCase(),
        signal: Number.isFinite(Number(signal)) ? Number(signal) : null,
      });
  }
}
