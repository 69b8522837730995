import { sql } from 'kysely';
import { isOver } from '#features/customer/server/service.ts';
import { examinationFollowUp } from '#features/followUp/server/service.ts';
import type { physicalApi } from '#features/physical/contract.ts';
import { notFound } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { PhysicalCatalogue } from '#shared/physical/catalogue.ts';
import { itemsByCode } from '#shared/physical/catalogues.ts';
import { itemsOf, type StoredItem, type StoredItems, wordsOf } from '../act/form.ts';
import { catalogueOfStored } from '../act/record.ts';
import { hasEdited } from '../act/review.ts';
import { missingItems } from '../act/submit.ts';
import { rowOf, selectRows } from './rows.ts';

type Detail = OutputOf<(typeof physicalApi)['getPhysical']>;
type Words = ReturnType<typeof wordsOf>;

/** Examinations of the past that are shown beside this one. */
const maxBefore = 5;

/** Returns a result as it is shown: words, or codes of options, and the limits of its time. */
const shownOf = (code: string, stored: StoredItem, words: Words) => ({
  value: stored.value ?? null,
  text: stored.choice ?? words[code]?.text ?? null,
  note: words[code]?.note ?? null,
  absent: stored.absent ?? false,
  ...{ low: stored.low ?? null, high: stored.high ?? null, flag: stored.flag },
  ...{ lowOpen: stored.lowOpen ?? false, highOpen: stored.highOpen ?? false },
});

/** Returns the results in the order of the catalogue that they were stored with. */
function shownItems(catalogue: PhysicalCatalogue, items: StoredItems, words: Words): Detail['items'] {
  const byCode = itemsByCode(catalogue);
  const order = catalogue.items.map(({ code }) => code).filter((code) => code in items);
  return order.flatMap((code) => {
    const [item, stored] = [byCode.get(code), items[code]];
    if (!item || !stored) return [];
    const { label, group } = item;
    return {
      code,
      label,
      group,
      unit: stored.unit ?? null,
      given: stored.given ?? null,
      ...shownOf(code, stored, words),
    };
  });
}

/** Returns older examinations of a customer, the newest first; drafts and voided ones are none. */
async function beforeOf({ id, customerId, date }: { id: string; customerId: string; date: string }) {
  const rows = await db
    .selectFrom('physical as p')
    .innerJoin('physicalForm as f', 'f.physicalId', 'p.id')
    .innerJoin('physicalOrg as o', 'o.id', 'p.orgId')
    .select(['p.id', 'p.catalogue', 'o.name as org', 'f.items', 'f.textsCipher'])
    .select([sql<string>`p.date::text`.as('date'), sql<number>`cardinality(p.abnormal)`.as('abnormal')])
    .where('p.customerId', '=', customerId)
    .where('p.status', 'in', ['done', 'reviewed'])
    .where(sql<boolean>`(p.date, p.id) < (${date}::date, ${id}::bigint)`)
    .orderBy(sql`p.date desc, p.id desc`)
    .limit(maxBefore)
    .execute();
  return rows.map(({ items, textsCipher, ...row }): Detail['before'][number] => {
    const words = wordsOf({ textsCipher });
    const shown = Object.entries(itemsOf({ items })).map(([code, stored]) => ({
      code,
      ...shownOf(code, stored, words),
    }));
    return { ...row, items: shown };
  });
}

async function filesOf(ids: readonly string[]): Promise<Detail['files']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'type', 'size'])
    .where('id', '=', any(ids))
    .where('deletedAt', 'is', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, { ...row, size: Number(row.size) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the newest follow-up of an examination. */
async function followUpOf(id: string): Promise<Detail['followUp']> {
  const last = await examinationFollowUp(id);
  return last ? { id: last.id, due: last.due, state: last.state } : null;
}

interface Judged {
  status: string;
  enteredBy: string | null;
  editors: string[];
  serviceState: string;
  isComplete: boolean;
  followUp: Detail['followUp'];
}

function canOf(viewer: Viewer, physical: Judged): Detail['can'] {
  const { status, serviceState, isComplete, followUp } = physical;
  const mayEdit = hasPermission(viewer, 'physical:edit');
  const mayReview = hasPermission(viewer, 'physical:review');
  const isDraft = status === 'draft' && mayEdit;
  const isSubmitted = status === 'done' || status === 'reviewed';
  return {
    ...{ edit: isDraft, submit: isDraft && isComplete },
    review: status === 'done' && mayReview && !hasEdited(physical, viewer.userId),
    void: isSubmitted && mayReview,
    followUp: isSubmitted && mayEdit && !isOver(serviceState) && (followUp === null || followUp.state === 'done'),
  };
}

/** Returns an examination as it was stored, with older ones of the person; 404 outside the scope. */
export async function getPhysical(
  viewer: Viewer,
  { id }: InputOf<(typeof physicalApi)['getPhysical']>,
): Promise<Detail> {
  const stored = await selectRows(viewer, sql<boolean>`p.id = ${id}`)
    .leftJoin('user as r', 'r.id', 'p.reviewedBy')
    .leftJoin('user as d', 'd.id', 'customer.responsibleId')
    .select([
      'p.sex as flaggedSex',
      'p.age as flaggedAge',
      'p.enteredBy',
      'p.editors',
      'p.reviewedAt',
      'customer.serviceState',
    ])
    .select(['p.createdAt', 'p.updatedAt', 'r.name as reviewedByName', 'd.name as responsibleName'])
    .select(['f.items', 'f.textsCipher', 'f.adviceCipher', 'f.reviewNoteCipher', 'f.voidReasonCipher'])
    .select(zoneOf('customer.projectId').as('timeZone'))
    .executeTakeFirst();
  if (!stored) throw notFound('体检');
  const { items, textsCipher, adviceCipher, reviewNoteCipher, voidReasonCipher, enteredBy, editors, ...rest } = stored;
  const {
    flaggedSex,
    flaggedAge,
    reviewedAt,
    createdAt,
    updatedAt,
    reviewedByName,
    responsibleName,
    timeZone,
    serviceState,
    ...row
  } = rest;
  const missing = missingItems({ physical: stored as never, form: stored as never });
  const isComplete = Object.keys(items as object).length > 0 && !missing.some(({ needed }) => needed);
  const [before, files, followUp] = await Promise.all([beforeOf(stored), filesOf(stored.fileIds), followUpOf(id)]);
  const can = canOf(viewer, { status: stored.status, enteredBy, editors, serviceState, isComplete, followUp });
  return {
    ...rowOf(row),
    ...{ catalogue: stored.catalogue, flaggedSex, flaggedAge, timeZone, responsibleName },
    items: shownItems(catalogueOfStored(stored), itemsOf({ items }), wordsOf({ textsCipher })),
    missing: missing.map(({ code, label, needed = false }) => ({ code, label, needed })),
    ...{ advice: decrypted(adviceCipher), files, reviewedByName, reviewedAt },
    ...{ reviewNote: decrypted(reviewNoteCipher), voidReason: decrypted(voidReasonCipher) },
    ...{ before, followUp, can, createdAt, updatedAt },
  };
}
