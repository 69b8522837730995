// Cells and Wi-Fi points in the items of a location.

import { gbkText } from '../items.ts';
import type { Cell, Decoded } from '../message.ts';

/** Adds a cell if it is valid. */
export function addCell(decoded: Decoded, cell: Cell): void {
  if (cell.lac > 0 && cell.cid > 0) decoded.cells.push(cell);
}

/** Reads one network, then per cell area 3, cell 4, signal 1 bytes. */
export function cellsWithArea(decoded: Decoded, value: Buffer): void {
  const [mcc, mnc] = [value.readUInt16BE(0), value.readUInt16BE(2)];
  for (let offset = 4; offset + 8 <= value.length; offset += 8)
    addCell(decoded, {
      mcc,
      mnc,
      lac: value.readUIntBE(offset, 3),
      cid: value.readUInt32BE(offset + 3),
      signal: value[offset + 7] ?? null,
    });
}

/** Reads one network of 3 bytes, then per cell area 2, cell 2, signal 1 bytes. */
export function cellsShort(decoded: Decoded, value: Buffer): void {
  for (let offset = 3; offset + 5 <= value.length; offset += 5)
    addCell(decoded, {
      mcc: value.readUInt16BE(0),
      mnc: value[2] ?? null,
      lac: value.readUInt16BE(offset),
      cid: value.readUInt16BE(offset + 2),
      signal: value[offset + 4] ?? null,
    });
}

/** Reads counted cells, each with its network: area 2, cell 2 or 4, signal 1 bytes. */
export function cellsCounted(decoded: Decoded, value: Buffer): void {
  const each = (value.length - 1) / (value[0] ?? 0);
  if (each !== 8 && each !== 10) return;
  for (let offset = 1; offset + each <= value.length; offset += each)
    addCell(decoded, {
      mcc: value.readUInt16BE(offset),
      mnc: value[offset + 2] ?? null,
      lac: value.readUInt16BE(offset + 3),
      cid: value.readUIntBE(offset + 5, each - 6),
      signal: value[offset + each - 1] ?? null,
    });
}

/** Reads cells, each with its network: cell 4 before area 4 bytes. */
export function cellsAlone(decoded: Decoded, value: Buffer): void {
  if (value.length % 13 !== 0) return;
  for (let offset = 0; offset + 13 <= value.length; offset += 13)
    addCell(decoded, {
      mcc: value.readUInt16BE(offset),
      mnc: value.readUInt16BE(offset + 2),
      cid: value.readUInt32BE(offset + 4),
      lac: value.readUInt32BE(offset + 8),
      signal: value[offset + 12] ?? null,
    });
}

/** Reads Wi-Fi points of address 6 and signal 1 bytes. */
export function wifi(decoded: Decoded, value: Buffer): void {
  if (value.length % 7 !== 0) return;
  for (let offset = 0; offset + 7 <= value.length; offset += 7) {
    const mac = value.toString('hex', offset, offset + 6).replace(/(..)(?=.)/g, '$1:');
    decoded.wifi.push({ name: '', mac, signal: value.readInt8(offset + 6) });
  }
}

/** Reads `MAC,signal,MAC,signal` after their count. */
export function wifiText(decoded: Decoded, value: Buffer): void {
  const fields = gbkText(value.subarray(1)).split(',');
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [mac = '', signal] = fields.slice(index);
    if (/^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i.test(mac))
      decoded.wifi.push({
        name: '',
        mac: mac.toLowerCase(),
        signal: Number.isFinite(Number(signal)) ? Number(signal) : null,
      });
  }
}
