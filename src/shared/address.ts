import { nullable } from './endpoint.ts';
import { Type } from './typebox.ts';

/** Address of the customer of a warn; one helper makes the texts (`customer/server/customerAddress.ts`). */
export const addressProps = {
  /** Down to the community, e.g. 望湖街道 柳岸新村; for a customer with a bed the institution and its address. */
  area: nullable(Type.String()),
  /** The bed, e.g. 康养楼 101-1, else floor and room, e.g. 3号楼 · 2层 · 201; null without both. Shown first. */
  spot: nullable(Type.String()),
  /**
   * The flat, e.g. 12幢2单元301; visible before the claim because seconds matter. With a bed: 登记住址 and the registered
   * home.
   */
  address: nullable(Type.String()),
};

export interface AddressParts {
  area: string | null;
  spot: string | null;
  address: string | null;
}

/**
 * Returns the address in one line: first the bed or building, floor and room, then the rest.
 * @returns null if nothing is known
 */
export function addressText({ area, spot, address }: AddressParts): string | null {
  return [spot, area, address].filter(Boolean).join(' ') || null;
}
