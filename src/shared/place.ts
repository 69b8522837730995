import { nullable } from './endpoint.ts';
import { Type } from './typebox.ts';

/** Where somebody of an alarm is to be found, in words that one helper makes (`customer/server/placeWords.ts`). */
export const placeProps = {
  /** 望湖街道 柳岸新村: down to the community; of who lies in a bed the institution, with its address. */
  area: nullable(Type.String()),
  /** 康养楼 101-1: the bed; else 3号楼 · 2层 · 201. It is said first; null where neither is known. */
  spot: nullable(Type.String()),
  /** The flat, 12幢2单元301, shown before the alarm is taken too: seconds matter. Of who lies in a bed 登记住址 with the home that is registered. */
  address: nullable(Type.String()),
};

export interface AddressParts {
  area: string | null;
  spot: string | null;
  address: string | null;
}

/**
 * The place in one line: the bed, or building, floor and room, and then the address.
 * @returns null where nothing of it is known
 */
export function placeText({ area, spot, address }: AddressParts): string | null {
  return [spot, area, address].filter(Boolean).join(' ') || null;
}
