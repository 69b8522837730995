import type { warnApi } from '#features/warn/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { maskNumbers, maskPhone } from '#shared/mask.ts';
import type { StoredWarn } from './access.ts';
import { limitedRow, type WarnRow } from './rows.ts';

type Detail = OutputOf<typeof warnApi.getWarn>;
type Step = Detail['steps'][number];
type WarnCustomer = NonNullable<Detail['customer']>;

/**
 * How much of an alarm's person somebody sees (domain.md 3.5). `whole`: phones and health too. `flat`: name, age, flat and
 * red flags, phones masked. `area`: the same without flat and flags. `name`: no more than who it is.
 */
export type Visibility = 'whole' | 'flat' | 'area' | 'name';

type HandlingState = Pick<StoredWarn, 'status' | 'handlerId' | 'followUpAt' | 'followedUpAt'>;

const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'handling';

/**
 * Whole only for who took it, while it is open and until its follow-up is done; the flat for those who may take it while it
 * is open; of an ended one the community.
 */
export function visibilityOf(viewer: Viewer, row: HandlingState): Visibility {
  if (!hasPermission(viewer, 'warn:claim')) return 'name';
  const followUp = row.status === 'done' && row.followUpAt !== null && row.followedUpAt === null;
  if (row.handlerId === viewer.userId && (row.status === 'handling' || followUp)) return 'whole';
  return isOpen(row) ? 'flat' : 'area';
}

/** A row as somebody sees it who may take alarms: the flat, health and flags of an ended one are left out. */
export function rowOf(row: WarnRow): WarnRow {
  return isOpen(row) ? row : limitedRow(row);
}

/** A row as the viewer sees it in lists, exports and answers. */
export function rowFor(viewer: Viewer, row: WarnRow): WarnRow {
  return hasPermission(viewer, 'warn:claim') ? rowOf(row) : limitedRow(row);
}

/** The person behind masks: no whole number, no health, nothing of how to get in; without `flat` down to the community. */
export function maskedCustomer(customer: WarnCustomer, flat: boolean): WarnCustomer {
  return {
    ...customer,
    birthDate: null,
    idNoMasked: null,
    mobile: maskPhone(customer.mobile),
    phone: maskPhone(customer.phone),
    addressNote: null,
    entryNote: null,
    marital: null,
    conditions: [],
    medicines: [],
    allergies: [],
    bloodType: null,
    doctor: null,
    doctorPhone: null,
    hospital: null,
    ...(flat
      ? {}
      : { spot: null, address: null, lat: null, lng: null, flags: [], abilityLevel: null, livingState: null }),
    contacts: customer.contacts.map((contact) => ({
      ...contact,
      mobile: maskPhone(contact.mobile),
      phone: maskPhone(contact.phone),
      address: null,
    })),
  };
}

/** What was typed or dialled may hold numbers. */
const typedFields = ['phone', 'familyNote', 'noContactReason'] as const;

/** A step of the timeline without whole numbers; those of services (120) stay. Without `flat` nor where a responder was. */
export function maskedStep(step: Step, flat = true): Step {
  const { place, ...others } = step.data;
  const data: Step['data'] = flat && place !== undefined ? { ...others, place } : others;
  for (const key of typedFields) if (typeof data[key] === 'string') data[key] = maskNumbers(data[key]);
  return { ...step, note: step.note === null ? null : maskNumbers(step.note), data };
}
