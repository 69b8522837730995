import { sql } from 'kysely';
import type { assessmentApi } from '#features/assessment/contract.ts';
import { addressParts, bedAddressOf } from '#features/customer/server/service.ts';
import { decrypt } from '#server/core/crypto.ts';
import { notFound } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { decrypted } from '#server/crud/storedValues.ts';
import { db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import { type InputOf, pick } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import type { Answers, Facts, ScaleDefinition } from '#shared/scale/definition.ts';
import { type ScaleScore, scoreScale } from '#shared/scale/score.ts';
import { hasAnswered, type Trail } from '../act/form.ts';
import { type AnnexA, annexAOf } from '../annex/annexA.ts';
import { canOf } from '../can.ts';
import { type ScaleVersion, scaleVersionOf } from '../scaleVersion.ts';
import { beforeOf, historyOf } from './compared.ts';
import { rowOf, selectStored, userNames } from './rows.ts';
import type { AssessmentDetail } from './types.ts';

/** Reads what only the page of one assessment shows. */
function furtherOf(viewer: Viewer, id: string) {
  return selectStored(viewer, [id])
    .innerJoin('assessmentForm as f', 'f.assessmentId', 'a.id')
    .leftJoin('user as responsible', 'responsible.id', 'customer.responsibleId')
    .select(['customer.gender', 'customer.birthDate', 'responsible.name as responsibleName'])
    .select(['customer.street', 'customer.community', 'customer.address'])
    .select(['customer.building', 'customer.floor', 'customer.room', bedAddressOf(sql.ref('customer.id')).as('bed')])
    .select([zoneOf('customer.projectId').as('timeZone'), 'a.replacesId', 'a.createdBy', 'a.createdAt', 'a.updatedAt'])
    .select(
      sql<string | null>`(select n.id::text from assessment n where n.replaces_id = a.id and n.status <> 'void')`.as(
        'replacedById',
      ),
    )
    .select(['a.reviewedBy', 'a.reviewedAt', 'f.notesCipher', 'f.prorate', 'f.personCipher', 'f.hash'])
    .select(['f.reviewNoteCipher', 'f.manualReasonCipher', 'f.endReasonCipher'])
    .select([sql<Answers>`f.answers`.as('answers'), sql<Facts>`f.facts`.as('facts')])
    .select([sql<Trail>`f.trail`.as('trail'), sql<ScaleScore | null>`f.result`.as('result')])
    .executeTakeFirst();
}

type Stored = NonNullable<Awaited<ReturnType<typeof furtherOf>>>;

const signaturesOf = (id: string) =>
  db
    .selectFrom('assessmentSignature')
    .select(['who', 'userId', 'nameCipher', 'relationCipher', 'fileId', 'at', 'hash'])
    .where('assessmentId', '=', id)
    .orderBy('id')
    .execute();

type Signatures = Awaited<ReturnType<typeof signaturesOf>>;

const personOf = (stored: Stored, definition: ScaleDefinition): AnnexA | Promise<AnnexA> =>
  stored.personCipher === null
    ? annexAOf(db, stored.customerId, definition)
    : (JSON.parse(decrypt(stored.personCipher)) as AnnexA);

/** Names who gave each answer, fact and note; changes of the assessment's own fields are left out. */
function trailOf(trail: Trail, nameOf: (id: string) => string | null): AssessmentDetail['trail'] {
  const named = (by: string) => ({ by, name: nameOf(by) ?? '' });
  return Object.fromEntries(
    Object.entries(trail)
      .filter(([key]) => !key.startsWith('$'))
      .map(([key, { by, at, was }]) => [
        key,
        { ...named(by), at, ...(was && { was: { value: was.value, ...named(was.by), at: was.at } }) },
      ]),
  );
}

/** Returns street and community, or the institution of the bed: an address is cut to them. */
function placeOf(stored: Stored): string | null {
  const { area, spot } = addressParts(stored);
  return stored.bed ? [stored.bed.institution, spot].join(' ') : area;
}

/** Returns the score that was submitted, else that of the answers as they are. */
const scoreOf = ({ result, answers, facts, prorate }: Stored, definition: ScaleDefinition): ScaleScore =>
  result ?? scoreScale(definition, { answers, facts, prorate });

function answerOf(
  viewer: Viewer,
  stored: Stored,
  version: ScaleVersion,
  signatures: Signatures,
  nameOf: (id: string | null) => string | null,
) {
  const row = rowOf(stored, version, nameOf);
  const score = scoreOf(stored, version.definition);
  return {
    ...row,
    ...pick(stored, ['gender', 'responsibleName', 'timeZone', 'answers', 'facts', 'prorate', 'hash']),
    ...pick(stored, ['replacesId', 'replacedById', 'reviewedAt', 'createdAt', 'updatedAt']),
    age: stored.birthDate ? ageOn(stored.birthDate, todayInChina(Date.now())) : null,
    address: placeOf(stored),
    notes: JSON.parse(decrypted(stored.notesCipher) ?? '{}') as AssessmentDetail['notes'],
    trail: trailOf(stored.trail, nameOf),
    ...{ score, missing: score.missing, rules: score.rules },
    signatures: signatures.map(({ nameCipher, relationCipher, ...signature }) => ({
      ...signature,
      name: decrypt(nameCipher),
      relation: decrypted(relationCipher),
    })),
    reviewedByName: nameOf(stored.reviewedBy),
    reviewNote: decrypted(stored.reviewNoteCipher),
    manualReason: decrypted(stored.manualReasonCipher),
    endReason: decrypted(stored.endReasonCipher),
    can: canOf(viewer, {
      ...pick(stored, ['assessorIds', 'signedIds']),
      ...{ status: stored.storedStatus, signaturesNeeded: row.signaturesNeeded },
      hasAnswered: hasAnswered(stored.trail, viewer.userId),
      isReplaced: stored.replacedById !== null,
    }),
    createdByName: nameOf(stored.createdBy),
  };
}

/** Returns one assessment with answers, signatures, the person's data and the finished ones before; 404 outside the scope. */
export async function getAssessment(
  viewer: Viewer,
  { id }: InputOf<(typeof assessmentApi)['getAssessment']>,
): Promise<AssessmentDetail> {
  const stored = await furtherOf(viewer, id);
  if (!stored) throw notFound('评估');
  const trailUsers = Object.values(stored.trail).flatMap(({ by, was }) => [by, was?.by ?? null]);
  const version = await scaleVersionOf(db, stored.scaleVersionId);
  const [signatures, nameOf, person, before, history] = await Promise.all([
    signaturesOf(id),
    userNames([...stored.assessorIds, ...trailUsers, stored.reviewedBy, stored.createdBy]),
    personOf(stored, version.definition),
    beforeOf(stored),
    historyOf(stored),
  ]);
  return { ...answerOf(viewer, stored, version, signatures, nameOf), person, before, history };
}
