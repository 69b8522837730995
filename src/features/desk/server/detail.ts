import { type SqlBool, sql } from 'kysely';
import { needsReport, nothingRefused, refusalsOf } from '#features/closing/server/service.ts';
import { readUnmaskedCustomer } from '#features/customer/server/service.ts';
import type { deskApi } from '#features/desk/contract.ts';
import { dispatchesUnderWay, helpNear, linkRefusal } from '#features/dispatch/server/service.ts';
import { withUnmaskedNames } from '#features/escalation/server/service.ts';
import { consumeReveal } from '#features/field/server/service.ts';
import { healthNotes } from '#features/healthWarn/server/service.ts';
import { notificationsOf } from '#features/notification/server/service.ts';
import { limitsOf } from '#features/project/server/service.ts';
import {
  claimLimit,
  factsOf,
  limitedRow,
  locationConsent,
  maskedCustomer,
  maskedStep,
  proofOf,
  requireWarn,
  type StoredWarn,
  termsOf,
  type Visibility,
  visibilityOf,
  visibleWarns,
  type WarnRow,
  warnRows,
} from '#features/warn/server/service.ts';
import { decrypt } from '#server/core/crypto.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import type { DispatchState, dispatchKinds } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { maskNumbers, maskPhone } from '#shared/mask.ts';
import { draftsFor } from './draft.ts';
import { otherPosition } from './otherPosition.ts';
import { recentUnknownNumbers } from './recentUnknownNumbers.ts';
import { responsePlans } from './responsePlans.ts';

type Detail = OutputOf<typeof deskApi.getWarn>;

/** Proof of a closed warn: 误报 no longer needs any. */
const noProof = { elder: false, family: false, drill: false, voiceContact: false };

/** Returns the timeline. Dispatch details contain entry notes and health data, so only `unmasked` includes them. */
async function stepsOf(tx: Db, id: string, unmasked: boolean): Promise<Detail['steps']> {
  const rows = await tx
    .selectFrom('warnStep as s')
    .leftJoin('user as u', 'u.id', 's.userId')
    .leftJoin('warnDispatch as d', (join) =>
      join
        .onRef('d.warnId', '=', 's.warnId')
        .on('s.kind', '=', 'dispatch')
        .on(sql<SqlBool>`d.id::text = s.data ->> 'dispatchId'`),
    )
    .select(['s.id', 's.kind', 's.at', 's.userId', 's.note', 's.data', 'd.noteCipher as told', 'u.name as userName'])
    .where('s.warnId', '=', id)
    .orderBy('s.at')
    .orderBy('s.id')
    .execute();
  const words = unmasked ? await healthNotes(tx, id) : new Map<string, string>();
  return rows.map(({ told: cipher, ...step }) => ({
    ...step,
    note: cipher !== null && unmasked ? decrypt(cipher) : withWords(step.note, words.get(step.id)),
  }));
}

/** Adds what health staff wrote about a step. */
const withWords = (note: string | null, words: string | undefined) =>
  words === undefined ? note : [note, words].filter(Boolean).join('：');

async function recentOf(viewer: Viewer, row: StoredWarn): Promise<Detail['recent']> {
  if (!row.customerId) return [];
  return visibleWarns(viewer)
    .select(['warn.id', 'warn.no', 'warn.type', 'warn.level', 'warn.status', 'warn.createdAt', 'warn.result'])
    .where('warn.customerId', '=', row.customerId)
    .where('warn.id', '<>', row.id)
    .where(sql<SqlBool>`warn.created_at > now() - interval '30 days'`)
    .orderBy('warn.createdAt', 'desc')
    .limit(20)
    .execute();
}

function since(row: StoredWarn, at: string | null): number | null {
  return at ? Math.max(0, Date.parse(at) - Date.parse(row.receivedAt)) : null;
}

async function missing(tx: Db, row: StoredWarn): Promise<string[]> {
  if (row.status !== 'pending' && row.status !== 'handling') return [];
  const underWay = await dispatchesUnderWay(tx, row.id);
  return [
    ...(row.calledAt ? [] : ['联系记录']),
    ...(row.familyToldAt ? [] : ['告知家属']),
    ...(underWay.length > 0 ? ['派单完成或取消'] : []),
    ...(!row.incidentReport && (await needsReport(tx, row)) ? ['事件报告'] : []),
    '处置结果',
    '处理说明',
  ];
}

function clockOf(row: StoredWarn): Detail['clock'] {
  return {
    claimed: since(row, row.firstClaimedAt),
    called: since(row, row.calledAt),
    familyTold: since(row, row.familyToldAt),
    dispatched: since(row, row.dispatchedAt),
    arrived: since(row, row.arrivedAt),
    closed: since(row, row.finishedAt),
  };
}

async function limitsShown(row: StoredWarn): Promise<Detail['limits']> {
  const project = (await limitsOf(db, [row.projectId])).get(row.projectId);
  const { claimSeconds = 60, progressSeconds = 600 } = project ?? {};
  const claim = claimLimit(claimSeconds, row.level);
  return { claim, call: 30, family: 180, arrival: 1200, progress: progressSeconds };
}

/** Returns the last position that a responder sent. */
function positionOf(steps: Detail['steps'], dispatchId: string): Detail['dispatches'][number]['position'] {
  const last = steps.findLast(({ data }) => data.dispatchId === dispatchId && typeof data.place === 'object');
  const place = last?.data.place as { lat: number; lng: number; accuracy?: number } | undefined;
  return last && place ? { lat: place.lat, lng: place.lng, accuracy: place.accuracy ?? null, at: last.at } : null;
}

async function dispatchesOf(id: string, unmasked: boolean): Promise<Omit<Detail['dispatches'][number], 'position'>[]> {
  const rows = await db
    .selectFrom('warnDispatch')
    .selectAll()
    .where('warnId', '=', id)
    .orderBy('sentAt')
    .orderBy('id')
    .execute();
  return rows.map(({ noteCipher, ...dispatch }) => ({
    id: dispatch.id,
    name: dispatch.name,
    phone: unmasked ? dispatch.phone : maskPhone(dispatch.phone),
    kind: dispatch.kind as keyof typeof dispatchKinds,
    state: dispatch.state as DispatchState,
    note: noteCipher !== null && unmasked ? decrypt(noteCipher) : null,
    sentAt: dispatch.sentAt,
    arrivedAt: dispatch.arrivedAt,
  }));
}

function homeOf(customer: Detail['customer']): { lat: number; lng: number } | null {
  return customer && customer.lat !== null && customer.lng !== null ? { lat: customer.lat, lng: customer.lng } : null;
}

/**
 * Returns what the desk shows of one warn, with the customer as far as the viewer may see; the command log records the
 * call.
 */
export async function getWarn(viewer: Viewer, { id }: InputOf<typeof deskApi.getWarn>): Promise<Detail> {
  const row = await requireWarn(viewer, id);
  return detailOf(viewer, row, visibilityOf(viewer, row));
}

/**
 * Returns the detail without masks, for viewers who may unmask everything; the command log records it with the reason.
 */
export async function revealWarn(
  viewer: Viewer,
  { id, reason }: InputOf<typeof deskApi.revealWarn>,
): Promise<OutputOf<typeof deskApi.revealWarn>> {
  const row = await requireWarn(viewer, id);
  if (visibilityOf(viewer, row) !== 'whole') await consumeReveal(viewer, row.projectId, reason);
  return detailOf(viewer, row, 'whole');
}

async function customerOf(row: StoredWarn, visibility: Visibility): Promise<Detail['customer']> {
  if (row.customerId === null || visibility === 'name') return null;
  const customer = await readUnmaskedCustomer(db, row.customerId);
  return customer === null || visibility === 'whole' ? customer : maskedCustomer(customer, visibility === 'flat');
}

/**
 * Returns the warn's own fields; an unregistered caller's number is unmasked for whole visibility: it is the only way
 * to call back.
 */
function headOf(row: StoredWarn, shown: WarnRow, visibility: Visibility): WarnRow {
  if (visibility === 'name' || visibility === 'area') return limitedRow(shown);
  return visibility === 'whole' && row.customerId === null ? { ...shown, phone: row.phone } : shown;
}

async function detailOf(viewer: Viewer, row: StoredWarn, visibility: Visibility): Promise<Detail> {
  const { id } = row;
  const unmasked = visibility === 'whole';
  const [
    [shown],
    consent,
    steps,
    customer,
    facts,
    dispatches,
    recent,
    limits,
    lacking,
    unknownNumbers,
    { voiceContact, ...proof },
    reportNeeded,
    notifications,
    refusal,
  ] = await Promise.all([
    warnRows(db, [id]),
    locationConsent(db, row),
    stepsOf(db, id, unmasked),
    customerOf(row, visibility),
    factsOf(db, row),
    dispatchesOf(id, unmasked),
    recentOf(viewer, row),
    limitsShown(row),
    missing(db, row),
    recentUnknownNumbers(db, row),
    row.finishedAt ? noProof : proofOf(db, row),
    needsReport(db, row),
    notificationsOf(db, id, unmasked),
    linkRefusal(db, row),
  ]);
  if (!shown) throw new Error('the alarm vanished');
  const { place, keptAt } = facts;
  const devices = unmasked ? facts.devices : facts.devices.map((card) => ({ ...card, number: maskPhone(card.number) }));
  return {
    ...headOf(row, shown, visibility),
    whole: unmasked,
    customer,
    equipment: devices.find((card) => card.id === row.equipmentId) ?? null,
    otherEquipment: devices.filter((card) => card.id !== row.equipmentId),
    position: place && (unmasked || visibility === 'flat') ? { ...place, address: null } : null,
    locationConsent: consent,
    otherPosition: unmasked || visibility === 'flat' ? otherPosition(row) : null,
    readings: unmasked ? facts.readings : [],
    keptAt,
    raisedDevice: row.raisedDevice as Detail['raisedDevice'],
    steps: unmasked
      ? withUnmaskedNames(steps, notifications)
      : steps.map((step) => maskedStep(step, visibility === 'flat')),
    strangers: unknownNumbers,
    dispatches: dispatches.map((dispatch) => ({
      ...dispatch,
      position: unmasked || visibility === 'flat' ? positionOf(steps, dispatch.id) : null,
    })),
    linkRefusal: refusal,
    notifications,
    recent,
    clock: clockOf(row),
    limits,
    ...(await helpNear(viewer, row.departmentId, place ?? homeOf(customer))),
    plan: [...responsePlans[row.type]],
    proof,
    reportNeeded,
    incidentReport: unmasked || row.incidentReport === null ? row.incidentReport : maskNumbers(row.incidentReport),
    missing: lacking,
    refused: row.finishedAt ? nothingRefused : refusalsOf(row, { voiceContact }),
    followUpTerms: await termsOf(db, row),
    drafts: await draftsFor(viewer, row),
  };
}
