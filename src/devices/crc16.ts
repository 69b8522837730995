/** Computes the CRC-16/X-25 (reflected 0x1021, inverted) of GT06. */
export function crcX25(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let round = 0; round < 8; round++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1;
  }
  return ~crc & 0xffff;
}

/** Computes the CRC-16/XMODEM (0x1021, from 0) of EV-07B. */
export function crcXmodem(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let round = 0; round < 8; round++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}
