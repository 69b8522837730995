import { sql } from 'kysely';
import { currentPlace } from '#features/equipmentCommand/server/service.ts';
import { aboutOf, lostCaseOf, placesOf, wordsOf } from '#features/lost/server/service.ts';
import { hotlineOf } from '#features/project/server/service.ts';
import type { Db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import { getBlob } from '#server/files/blobs.ts';
import type { SharedLost, SharedPlace, SharedPoint } from '#shared/contract/share.ts';
import { maskName } from '#shared/mask.ts';
import type { PositionSource } from '#shared/place/fix.ts';
import type { Static } from '#shared/typebox.ts';

/** Largest picture in an answer, bytes. */
const maxPhoto = 1_048_576;

interface Subject {
  name: string;
  photoFileId: string | null;
  projectId: string;
  timeZone: string;
}

type Place = NonNullable<Awaited<ReturnType<typeof currentPlace>>>;

function pointOf({ lat, lng, accuracy, source, at, stale }: Omit<Place, 'equipmentId'>): Static<typeof SharedPoint> {
  const age = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000));
  return { lat, lng, accuracy, source: source as PositionSource, at, age, stale };
}

/** Returns a picture as a data URL: the recipient has no session to load it with. */
async function photoOf(tx: Db, fileId: string | null): Promise<string | null> {
  if (fileId === null) return null;
  const file = await tx.row(sql<{ hash: string; type: string }>`
    select hash, type from file where id = ${fileId} and deleted_at is null and type like 'image/%' and size <= ${maxPhoto}`);
  if (!file) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of getBlob(file.hash)) chunks.push(chunk as Buffer);
  return `data:${file.type};base64,${Buffer.concat(chunks).toString('base64')}`;
}

async function shownOf(tx: Db, { name, photoFileId, projectId, timeZone }: Subject, whole: boolean) {
  const service = await hotlineOf(tx, projectId);
  return {
    name: whole ? name : (maskName(name) ?? ''),
    photo: whole ? await photoOf(tx, photoFileId) : null,
    ...{ service: service.name, servicePhone: service.hotline, timeZone },
  };
}

/** Returns the place of a person for outside. The caller has checked the consent. */
export async function sharedPlace(
  tx: Db,
  customerId: string,
  whole: boolean,
): Promise<Static<typeof SharedPlace> | null> {
  const subject = await tx.row(sql<Subject>`
    select customer.name, customer.photo_file_id::text as "photoFileId", customer.project_id::text as "projectId", ${zoneOf(sql`customer.project_id`)} as "timeZone"
    from customer where customer.id = ${customerId} and customer.deleted_at is null`);
  if (!subject) return null;
  const place = await currentPlace(tx, { customerId, equipmentId: null });
  return { ...(await shownOf(tx, subject, whole)), place: place && pointOf(place) };
}

/** Returns the sheet of a lost person for outside; null after the search. The caller has checked the consent. */
export async function sharedLost(tx: Db, warnId: string, whole: boolean): Promise<Static<typeof SharedLost> | null> {
  const lost = await lostCaseOf(tx, warnId);
  const warn = await tx.row(sql<{ projectId: string }>`
    select project_id::text as "projectId" from warn where id = ${warnId} and status in ('pending', 'handling')`);
  if (!lost || !warn) return null;
  const { agreement, place, ring } = await placesOf(tx, lost, true);
  if (agreement !== 'valid') return null;
  const about = await aboutOf(tx, lost);
  return {
    ...(await shownOf(tx, { ...about, ...warn }, whole)),
    ...{ gender: about.gender, age: about.age, seenAt: lost.seenAt },
    ...wordsOf(lost),
    seen: lost.lat === null || lost.lng === null ? null : { lat: lost.lat, lng: lost.lng },
    place: place && pointOf(place),
    ring: ring && { centre: ring.centre, metres: ring.metres, at: ring.at },
  };
}
