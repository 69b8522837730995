import { seededRandom } from '#server/feature/populate.ts';
import { laterNames, surnames } from './demo/names.ts';
import { type populatedCustomer, populatedMobile } from './demo/personColumns.ts';

/** Offset of the contacts' numbers, behind the numbers of all customers. */
const behind = 20_000_000;

/** Returns the contacts of customer `number`: a child first; a neighbour with a key for a customer who lives alone. */
export function populatedContacts(customer: ReturnType<typeof populatedCustomer>, number: number) {
  const random = seededRandom(number + behind);
  const child = random.of(['son', 'daughter']);
  const surname = child === 'son' || customer.gender === 1 ? customer.name.slice(0, 1) : random.of(surnames);
  const family = {
    order: 1,
    name: surname + random.of(laterNames),
    relation: child,
    mobile: populatedMobile(behind + number * 2),
    address: null,
    hasKey: random.hits(0.3),
    isEmergency: true,
  };
  if (customer.livingState !== 'alone') return [family];
  const neighbour = {
    order: 2,
    name: random.of(surnames) + random.of(laterNames),
    relation: 'neighbour',
    mobile: populatedMobile(behind + number * 2 + 1),
    address: `${customer.community} ${1 + random.below(12)}幢102`,
    hasKey: true,
    isEmergency: false,
  };
  return [family, neighbour];
}
