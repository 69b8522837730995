import { sql } from 'kysely';
import { findSubject } from '#features/customer/server/service.ts';
import { lastPosition } from '#features/equipment/server/service.ts';
import { askPosition, setUrgentReporting, wakeSenders } from '#features/equipmentCommand/server/service.ts';
import type { lostApi } from '#features/lost/contract.ts';
import {
  addStep,
  changeWarn,
  familyOf,
  type LockedWarn,
  raise,
  requireOpen,
  requireWarn,
} from '#features/warn/server/service.ts';
import { invalidField, notFound, Problem } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { type CommandContext, command } from '#server/feature/command.ts';
import { defaultLevel } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { usualSpeed } from '#shared/place/ring.ts';
import { encrypted, lostCaseOf } from './access.ts';
import { attachPhoto } from './photo.ts';
import { validateFacts } from './validate.ts';

type Input = InputOf<typeof lostApi.openLost>;
type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

const usualSeconds = 60;

/** Returns the id of the person's open alarm of type 走失; undefined without one. */
async function openWarnOf(tx: Db, customerId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('warn')
    .select('id')
    .where('subject', '=', `c:${customerId}`)
    .where('type', '=', 'lost')
    .where('status', 'in', ['pending', 'handling'])
    .executeTakeFirst();
  return row?.id;
}

/** Raises the alarm; its position is the last one of the person's devices, if the person has agreed. */
async function raiseLost(ctx: CommandContext, viewer: Viewer, subject: Subject, seenAt: string): Promise<string> {
  const last = await lastPosition(ctx.tx, { customerId: subject.id, equipmentId: null });
  const position = last && {
    ...{ lat: last.lat, lng: last.lng, accuracy: last.accuracy, source: last.source, at: last.at },
  };
  const { departmentId, projectId, address, phone, demo } = subject;
  const [raised] = await raise(ctx, [
    {
      ...{ departmentId, projectId, address, phone, demo, position, equipmentId: null, equipmentSn: null },
      ...{ subject: `c:${subject.id}`, customerId: subject.id, type: 'lost', level: defaultLevel.lost },
      ...{ family: familyOf('lost'), late: false, silent: false, vendorCode: null },
      ...{ occurredAt: seenAt, receivedAt: new Date().toISOString(), note: '登记走失', createdBy: viewer.userId },
    },
  ]);
  if (!raised) throw new Error('an alarm was raised');
  return raised.id;
}

/** Asks the person's devices where they are; a person without such a device, or without consent, is not asked. */
async function askWhere(tx: Db, viewer: Viewer, customerId: string): Promise<void> {
  const of = { customerId, equipmentId: null };
  const last = await lastPosition(tx, of);
  if (!last) return;
  await askPosition(tx, of, viewer.userId).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
}

/** Returns the customer whom the call is about; who sees an alarm may search for its person. 400 without one, 404 outside the scope. */
async function subjectOf(viewer: Viewer, { customerId, warnId }: Input): Promise<Subject> {
  if ((customerId === undefined) === (warnId === undefined)) throw invalidField('customerId', '请选择客户', 'required');
  if (warnId === undefined) {
    const subject = await findSubject(viewer, { id: customerId });
    if (!subject) throw notFound('客户');
    return subject;
  }
  const warn = await requireWarn(viewer, warnId);
  await requireOpen(db, warn);
  const { customerId: id, departmentId, projectId, address, phone, demo } = warn;
  if (id === null) throw new Problem(409, '这条告警没有关联客户，不能登记走失');
  return { id, departmentId, projectId, address, phone, demo };
}

async function insertLost(tx: Db, warnId: string, customerId: string, input: Input): Promise<void> {
  const { seenAt, lat, lng, seenNote, clothes, look, speed, photoFileId, seconds } = input;
  await tx
    .insertInto('lostCase')
    .values({
      id: warnId,
      customerId,
      seenAt,
      lat: lat ?? null,
      lng: lng ?? null,
      seenNoteCipher: encrypted(seenNote),
      clothesCipher: encrypted(clothes) ?? '',
      lookCipher: encrypted(look),
      photoFileId: photoFileId ?? null,
      speed: speed ?? usualSpeed,
      seconds: seconds ?? usualSeconds,
    })
    .execute();
}

/**
 * Raises an alarm for a lost person and lets the devices report more often. For a person who is lost already, returns
 * the open alarm and changes nothing.
 */
export async function openLost(viewer: Viewer, input: Input): Promise<OutputOf<typeof lostApi.openLost>> {
  validateFacts(input);
  const subject = await subjectOf(viewer, input);
  const { warnId, isNew } = await command(viewer, async (ctx) => {
    const { tx } = ctx;
    // Two calls at once see each other's alarm.
    await sql`select pg_advisory_xact_lock(hashtext(${`lost:${subject.id}`}))`.execute(tx);
    const open = await openWarnOf(tx, subject.id);
    if (open && (await lostCaseOf(tx, open))) return { warnId: open, isNew: false };
    const id = open ?? (await raiseLost(ctx, viewer, subject, input.seenAt));
    if (input.photoFileId) await attachPhoto(tx, viewer, input.photoFileId, { ...subject, id });
    await insertLost(tx, id, subject.id, input);
    await setUrgentReporting(tx, subject.id, input.seconds ?? usualSeconds);
    await askWhere(tx, viewer, subject.id);
    return { warnId: id, isNew: true };
  });
  wakeSenders();
  if (isNew && input.warnId !== undefined && input.warnId !== warnId)
    await changeWarn(viewer, input.warnId, (locked: LockedWarn) =>
      addStep(locked.tx, locked.row, viewer, 'note', '已登记走失', { lostWarnId: warnId }),
    );
  return { warnId, isNew };
}
