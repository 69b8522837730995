import { restrictedFields, type UnmaskedCustomer } from '#features/customer/contract.ts';
import type { WarnStep } from '#features/warn/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { maskNumbers, maskPhone } from '#shared/mask.ts';
import type { Static } from '#shared/typebox.ts';
import type { StoredWarn } from '../access.ts';
import { limitedRow, type WarnRow } from './rows.ts';

type Step = Static<typeof WarnStep>;
type WarnCustomer = Static<typeof UnmaskedCustomer>;

/**
 * Visibility of a warn's customer (domain.md 3.5). `whole`: with phones and health. `flat`: name, age, flat, red flags,
 * masked phones. `area`: as `flat` without flat and flags. `name`: the name only.
 */
export type Visibility = 'whole' | 'flat' | 'area' | 'name';

type HandlingState = Pick<StoredWarn, 'status' | 'handlerId' | 'followUpAt' | 'followedUpAt'>;

const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'handling';

/**
 * Returns the visibility: `whole` only for the handler while the warn is open or owes a follow-up; `flat` for users who
 * may claim an open warn; the community for a closed one.
 */
export function visibilityOf(viewer: Viewer, row: HandlingState): Visibility {
  if (!hasPermission(viewer, 'warn:claim')) return 'name';
  const followUp = row.status === 'done' && row.followUpAt !== null && row.followedUpAt === null;
  if (row.handlerId === viewer.userId && (row.status === 'handling' || followUp)) return 'whole';
  return isOpen(row) ? 'flat' : 'area';
}

/** Returns the row for viewers who may claim warns: a closed warn has no flat, health or flags. */
export function rowOf(row: WarnRow): WarnRow {
  return isOpen(row) ? row : limitedRow(row);
}

/** Returns the row for the viewer in lists, exports and answers. */
export function rowFor(viewer: Viewer, row: WarnRow): WarnRow {
  return hasPermission(viewer, 'warn:claim') ? rowOf(row) : limitedRow(row);
}

const hidden = Object.fromEntries(restrictedFields.map((field) => [field, null])) as Record<
  (typeof restrictedFields)[number],
  null
>;

/** Masks the customer: no full number, no health, no entry notes; without `flat` the address ends at the community. */
export function maskedCustomer(customer: WarnCustomer, flat: boolean): WarnCustomer {
  return {
    ...customer,
    idNoMasked: null,
    mobile: maskPhone(customer.mobile),
    phone: maskPhone(customer.phone),
    ...hidden,
    conditions: [],
    medicines: [],
    allergies: [],
    bloodType: null,
    doctor: null,
    doctorPhone: null,
    hospital: null,
    ...(flat
      ? {}
      : {
          spot: null,
          address: null,
          lat: null,
          lng: null,
          flags: [],
          abilityLevel: null,
          assessedUntil: null,
          livingState: null,
        }),
    contacts: customer.contacts.map((contact) => ({
      ...contact,
      mobile: maskPhone(contact.mobile),
      phone: maskPhone(contact.phone),
      address: null,
    })),
  };
}

/** Typed or dialled fields that may contain numbers. */
const typedFields = ['phone', 'familyNote', 'noContactReason'] as const;

/**
 * Masks numbers in a step of the timeline; service numbers (120) stay. Without `flat` it also removes a responder's
 * position.
 */
export function maskedStep(step: Step, flat = true): Step {
  const { place, ...others } = step.data;
  const data: Step['data'] = flat && place !== undefined ? { ...others, place } : others;
  for (const key of typedFields) if (typeof data[key] === 'string') data[key] = maskNumbers(data[key]);
  return { ...step, note: step.note === null ? null : maskNumbers(step.note), data };
}
