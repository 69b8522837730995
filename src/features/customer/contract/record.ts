import { consentValidities, keysOf, serviceStates } from '#shared/codes.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { RecordBenefits } from './benefit.ts';
import { RecordConsents } from './consent.ts';
import { UnmaskedContact } from './contact.ts';
import { Communication } from './entry.ts';

/** Whom to call about a person, in the order of calling; numbers masked like the person's own. */
export const RecordContact = strict({
  ...UnmaskedContact.properties,
  hours: nullable(Type.String()),
  /** When nobody rings them for what is not the most urgent, HH:mm. */
  quietFrom: nullable(Type.String()),
  quietTo: nullable(Type.String()),
  /** Who the contact is where they are served too, within the scope. */
  linked: nullable(strict({ id: Id, name: Type.String() })),
});

/** What an alarm needs of the health archive. */
export const RecordHealth = strict({
  /** Codes of the dictionary, by which people are found. */
  chronic: Type.Array(Type.String()),
  conditions: Type.Array(Type.String()),
  medicines: Type.Array(Type.String()),
  allergies: Type.Array(Type.String()),
  flags: Type.Array(Type.String()),
  bloodType: nullable(Type.String()),
  rh: nullable(Type.String()),
  doctor: nullable(Type.String()),
  doctorPhone: nullable(Type.String()),
  hospital: nullable(Type.String()),
});

/** One person's record. What has a list of its own (devices, alarms) is read there. */
export const CustomerRecord = strict({
  id: Id,
  no: Type.String(),
  name: Type.String(),
  gender: Type.Integer(),
  age: nullable(Type.Integer()),
  birthDate: nullable(Type.String()),
  idType: Type.String(),
  /** 110101********1234. */
  idNo: nullable(Type.String()),
  mobile: nullable(Type.String()),
  phone: nullable(Type.String()),
  photoFileId: nullable(Id),
  marital: nullable(Type.String()),
  ethnicity: nullable(Type.String()),
  education: nullable(Type.String()),
  livingState: nullable(Type.String()),
  category: Type.Array(Type.String()),
  tag: Type.Array(Type.String()),
  abilityLevel: nullable(Type.Integer()),
  regionCode: nullable(Type.String()),
  /** 浙江省衢州市柯城区. */
  regionName: nullable(Type.String()),
  street: nullable(Type.String()),
  community: nullable(Type.String()),
  address: nullable(Type.String()),
  addressNote: nullable(Type.String()),
  building: nullable(Type.String()),
  floor: nullable(Type.String()),
  room: nullable(Type.String()),
  /** The bed of an institution where the person lies. */
  bedId: nullable(Id),
  /** The same in words, 1号楼 301-2; the department where it stands, within the scope. */
  bed: nullable(strict({ name: Type.String(), departmentId: nullable(Id) })),
  /** How to get in is there; it is read by a look behind its mask, or by whoever has that one's alarm in hand. */
  hasEntryNote: Type.Boolean(),
  entryNote: nullable(Type.String()),
  lat: nullable(Type.Number()),
  lng: nullable(Type.Number()),
  contacts: Type.Array(RecordContact),
  /** People in scope who have this one among their contacts, and as what. */
  linkedBy: Type.Array(strict({ id: Id, name: Type.String(), relation: Type.String() })),
  departmentId: Id,
  departmentName: Type.String(),
  projectId: Id,
  projectName: Type.String(),
  /** The number of the project's service, for cards. */
  hotline: nullable(Type.String()),
  responsibleId: nullable(Id),
  responsibleName: nullable(Type.String()),
  serviceState: Type.Enum(keysOf(serviceStates)),
  /** Whether the person agrees to the service itself now. */
  serviceConsent: Type.Enum(keysOf(consentValidities)),
  startDate: nullable(Type.String()),
  returnDate: nullable(Type.String()),
  /** The archive is sealed: nothing of it is changed any more. */
  sealed: Type.Boolean(),
  carePlan: nullable(Type.String()),
  communication: nullable(Communication),
  consent: RecordConsents,
  benefits: RecordBenefits,
  remark: nullable(Type.String()),
  /** What must catch the eye; of health only for those who see it. */
  redFlags: Type.Array(Type.String()),
  /** Null without the right to see health records. */
  health: nullable(RecordHealth),
  equipmentCount: Type.Integer(),
  onlineCount: Type.Integer(),
  openWarnCount: Type.Integer(),
  warnCount30: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  version: Type.Integer(),
});

export const recordApi = {
  /** A look at health data: it is entered in the command log. */
  getCustomer: post('/api/customer/getCustomer', {
    title: '客户档案',
    permission: 'customer:list',
    input: { id: Id },
    output: CustomerRecord,
  }),
};
