import { seededRandom } from '#server/feature/populate.ts';
import { todayInChina } from '#shared/idCard.ts';
import type { MadeCustomer } from './addCustomers.ts';
import { contactsOf, type MadeContact, relationsFor } from './contacts.ts';
import { customerColumns } from './customerColumns.ts';
import type { DemoCustomer } from './customers.ts';
import { fixedContacts, fixedHealth, fixedRelations } from './fixed.ts';
import { healthOf, illnessesOf } from './healthOf.ts';

/** Ownership of a demo customer: the community of the estate, whose leader is the last contact. */
export interface DemoHome {
  no: string;
  projectId: string;
  departmentId: string;
  leader: { name: string; phone: string };
}

function birthDateOf(age: number, index: number, today: string): string {
  const pair = (value: number) => String(value).padStart(2, '0');
  const day = `${pair(1 + ((index * 7) % 12))}-${pair(1 + ((index * 11) % 28))}`;
  const year = Number(today.slice(0, 4)) - age - (day > today.slice(5) ? 1 : 0);
  return `${year}-${day}`;
}

function communityContact({ name, phone }: DemoHome['leader']): MadeContact {
  return {
    ...{ name, phone, relation: 'community', mobile: null, address: null, lat: null, lng: null },
    ...{ hasKey: false, isEmergency: false, isGuardian: false },
  };
}

/** Returns the demo customer at this position of the list, with the contacts. */
export function demoCustomer(customer: DemoCustomer, index: number, home: DemoHome): MadeCustomer {
  const { name, gender, age, phone, livingState } = customer;
  const { leader, ...ownership } = home;
  const random = seededRandom(index);
  const ill = illnessesOf(random, age < 70 ? 0 : age < 78 ? 1 : 2);
  const isMobile = phone === undefined || phone.startsWith('1');
  const row = {
    ...ownership,
    ...customerColumns({
      ...customer,
      birthDate: birthDateOf(age, index, todayInChina(Date.now())),
      sequence: index * 2 + gender,
      isOld: age >= 80,
      hasEntryNote: livingState === 'alone',
      health: { ...healthOf(ill, random), ...fixedHealth[name] },
    }),
    mobile: isMobile ? (phone ?? `1380000${1000 + index}`) : null,
    phone: isMobile ? null : phone,
    ethnicity: '01',
    serviceState: customer.serviceState,
  };
  const relations = fixedRelations[name] ?? relationsFor(livingState, index % 3 === 1 ? 'son' : 'daughter');
  const family = contactsOf(customer, relations, random, (place) => `1390000${1000 + index * 20 + place}`);
  const contacts = family.map((contact) => ({ ...contact, ...fixedContacts[name]?.[contact.relation] }));
  return { row, contacts: [...contacts, communityContact(leader)] };
}
