import type { FieldReader } from '../fieldReader.ts';
import { type CellForm, type Gt06Draft, readCell, readOdometer, readPlace, readReason } from './fields.ts';

/** Reads the content of one type into the draft. */
export type TypeReader = (f: FieldReader, draft: Gt06Draft) => void;

export const cell2g: CellForm = { lac: 2, cid: 3 };
export const cellWide: CellForm = { lac: 2, cid: 4 };
export const cell4g: CellForm = { lac: 4, cid: 8 };

/** Returns a reader for a position, its cell and maker-specific fields after them. */
export function position(cell: CellForm | null, ...rest: TypeReader[]): TypeReader {
  return (f, draft) => {
    draft.decoded.kind = 'position';
    readPlace(f, draft);
    if (cell) readCell(f, draft, cell);
    for (const read of rest) read(f, draft);
  };
}

/** Reads fields that several makers append: reason, odometer. */
export const reasonAndOdometer: TypeReader = (f, draft) => {
  if (f.remaining === 3 || f.remaining === 7) readReason(f, draft);
  if (f.remaining === 4) readOdometer(f, draft);
};

/** Reads odometer and altitude after the ten-byte cell of 0x31 and 0x32. */
export const readAltitude: TypeReader = (f, { decoded }) => {
  if (f.remaining >= 6) decoded.values.odometer = f.uint(4, 'values.odometer');
  if (f.remaining >= 2 && decoded.position) decoded.position.altitude = f.int(2, 'position.altitude');
};

/** Reads the modules that 0x37 appends: id, length, value. */
export const readModules: TypeReader = (f, { decoded }) => {
  while (f.remaining >= 3) {
    const [id, length] = [f.uint(2), f.uint(1)];
    const module = f.inside(length);
    if (id === 0x0027) decoded.values.power = module.uint(2, 'values.power') / 100;
    else if (id === 0x002e) decoded.values.odometer = module.uint(4, 'values.odometer');
    else if (id === 0x003b && decoded.position) decoded.position.accuracy = module.uint(2, 'position.accuracy') / 100;
    else if (id === 0x0018) decoded.values.battery = module.uint(2, 'values.battery') / 100;
    else if (id === 0x0032) decoded.values.startupStatus = module.uint(1);
    else if (id === 0x006a) decoded.battery = Math.min(100, module.uint(1, 'battery'));
  }
};

/** Decodes text without its padding. */
export function textOf(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '').trim();
}
