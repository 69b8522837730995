import { type Selectable, sql } from 'kysely';
import {
  bedText,
  canViewHealth,
  decryptHealth,
  type HealthSummary,
  readContactsOf,
  redFlags,
} from '#features/customer/server/service.ts';
import type { customerCardApi } from '#features/customerCard/contract.ts';
import { notFound } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { scoped } from '#server/db/scoped.ts';
import type { Customer } from '#server/db/tables.ts';
import { any } from '#server/db/values.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { maskPhone } from '#shared/mask.ts';

type Card = OutputOf<typeof customerCardApi.getCustomerCard>[number];

/** Contacts that fit on a card. */
const shownContacts = 3;

/** Risks that may be shown publicly at a bed. Any other flag may be an illness and is left out. */
const risks =
  /跌|坠床|走失|噎|呛|误吸|压疮|烫伤|自伤|冲动|听力|听不|耳聋|助听|视力|看不|失明|言语|失语|不识字|方言|行走|轮椅|拐|鼻饲|管路|独居/;

/** Returns the diet of a care plan, e.g. 饮食：低盐软食, from its own line or sentence; null if there is none. */
function dietOf(plan: string | null): string | null {
  return /(?:^|[\n。；;])\s*饮食[:：]\s*([^\n。；;]+)/.exec(plan ?? '')?.[1]?.trim() || null;
}

/** Returns the risks for the bed card; empty for the other card. */
function risksOf(info: boolean, livingState: string | null, health: HealthSummary): string[] {
  return info ? [] : redFlags(livingState, { ...health, allergies: [] }).filter((flag) => risks.test(flag));
}

function readCustomers(viewer: Viewer, ids: readonly string[]) {
  return db
    .selectFrom(scoped(viewer, 'customer'))
    .innerJoin('project', 'project.id', 'customer.projectId')
    .leftJoin('customerBed', 'customerBed.customerId', 'customer.id')
    .selectAll('customer')
    .select(bedText.as('bed'))
    .select(['project.hotline', sql<string>`coalesce(project.screen_title, project.name)`.as('service')])
    .where('customer.id', '=', any(ids))
    .execute();
}

const notAtBed = { abilityLevel: null, assessedUntil: null, bed: null, diet: null };

/** Returns the other fields of the bed card. */
function ofBed(
  row: Pick<Selectable<Customer>, 'abilityLevel' | 'assessedUntil' | 'carePlanCipher'> & { bed: string | null },
) {
  return {
    photoFileId: null,
    abilityLevel: row.abilityLevel,
    assessedUntil: row.assessedUntil,
    bed: row.bed,
    diet: dietOf(decrypted(row.carePlanCipher)),
  };
}

/** Returns the content of these customers' cards; 404 when one of them is out of scope. */
export async function getCustomerCard(
  viewer: Viewer,
  { ids, kind }: InputOf<typeof customerCardApi.getCustomerCard>,
): Promise<Card[]> {
  const info = kind === 'info';
  const [customers, contacts] = await Promise.all([
    readCustomers(viewer, ids),
    info ? readContactsOf(db, ids) : new Map<string, never[]>(),
  ]);
  if (customers.length !== ids.length) throw notFound('客户');
  const number = hasPermission(viewer, 'pii:reveal') ? (text: string | null) => text : maskPhone;
  const showsHealth = canViewHealth(viewer);
  const today = todayInChina(Date.now());
  const cards = new Map(
    customers.map((row): [string, Card] => {
      const health = decryptHealth(row.healthCipher);
      return [
        row.id,
        {
          id: row.id,
          no: row.no,
          name: row.name,
          gender: row.gender,
          age: row.birthDate ? ageOn(row.birthDate, today) : null,
          ...(info ? { ...notAtBed, photoFileId: row.photoFileId } : ofBed(row)),
          allergies: showsHealth ? (info ? health.allergies : []) : null,
          risks: showsHealth ? risksOf(info, row.livingState, health) : null,
          contacts: (contacts.get(row.id) ?? [])
            .slice(0, shownContacts)
            .map(({ name, relation, mobile, phone }) => ({ name, relation, phone: number(mobile ?? phone) })),
          service: row.service,
          hotline: row.hotline,
        },
      ];
    }),
  );
  return ids.flatMap((id) => cards.get(id) ?? []);
}
