import { RecordBenefits } from '#features/benefit/contract.ts';
import { RecordConsents } from '#features/consent/contract.ts';
import { Id, Instant, nullable, post, strict } from '#shared/endpoint.ts';
import { type Static, Type } from '#shared/typebox.ts';
import { RecordContact } from './contact.ts';
import { customer } from './fields.ts';

/** Part of the health archive that an alarm needs. */
export const RecordHealth = strict({
  /** Codes of the dictionary, used by list filters. */
  chronic: Type.Array(Type.String()),
  conditions: Type.Array(Type.String()),
  medicines: Type.Array(Type.String()),
  allergies: Type.Array(Type.String()),
  /** Warnings shown prominently: 心脏病史, 听力差 … */
  flags: Type.Array(Type.String()),
  bloodType: nullable(Type.String()),
  rh: nullable(Type.String()),
  doctor: nullable(Type.String()),
  doctorPhone: nullable(Type.String()),
  hospital: nullable(Type.String()),
});

/** Record of one customer. Sections with their own list (devices, alarms) are read there. */
export const CustomerRecord = strict({
  id: Id,
  ...customer.recordProps,
  /** 浙江省衢州市柯城区. */
  regionName: nullable(Type.String()),
  /** Bed name, e.g. 1号楼 301-2; its department only within the scope. */
  bed: nullable(strict({ name: Type.String(), departmentId: nullable(Id) })),
  /** An entry note exists; reading it requires a reveal, or the handling of the customer's open alarm. */
  hasEntryNote: Type.Boolean(),
  contacts: Type.Array(RecordContact),
  /** Customers in scope who list this customer as a contact, with the relation. */
  linkedBy: Type.Array(strict({ id: Id, name: Type.String(), relation: Type.String() })),
  /** Finished assessment that set the ability level; null: the level was entered, or there is none. */
  abilityAssessmentId: nullable(Id),
  /** Last day of the ability level. */
  assessedUntil: nullable(Type.String({ format: 'date' })),
  /** The number of the project's service, for cards. */
  hotline: nullable(Type.String()),
  consent: RecordConsents,
  benefits: RecordBenefits,
  remark: nullable(Type.String()),
  /** Warnings shown prominently; health warnings only for viewers of health records. */
  redFlags: Type.Array(Type.String()),
  /** Null without the permission to view health records. */
  health: nullable(RecordHealth),
  createdAt: Instant,
  updatedAt: Instant,
  version: Type.Integer(),
});

export type CustomerRecord = Static<typeof CustomerRecord>;

export const recordApi = {
  /** Reads health data: logged in the command log. */
  getCustomer: post('/api/customer/getCustomer', {
    title: '客户档案',
    permission: 'customer:list',
    input: { id: Id },
    output: CustomerRecord,
  }),
};
