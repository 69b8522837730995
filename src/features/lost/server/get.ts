import { sql } from 'kysely';
import { helpNear } from '#features/dispatch/server/service.ts';
import { urgentReporting } from '#features/equipmentCommand/server/service.ts';
import { type LostResult, lostApi } from '#features/lost/contract.ts';
import { hotlineOf } from '#features/project/server/service.ts';
import type { StoredWarn } from '#features/warn/server/service.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { zoneOf } from '#server/db/zone.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { logHourlyLook } from '#server/feature/hourlyLook.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { ageOn, todayInChina } from '#shared/idCard.ts';
import { decrypted, isOpen, requireLost, type StoredLost } from './access.ts';
import { placesOf } from './places.ts';

type Lost = OutputOf<typeof lostApi.getLost>;

/** What a sheet says of the person and of who searches. */
export interface LostAbout {
  name: string;
  gender: number;
  age: number | null;
  photoFileId: string | null;
  timeZone: string;
}

/** Returns name, age and portrait of the person; the case's picture comes before the portrait. */
export async function aboutOf(tx: Db, { customerId, photoFileId, id }: StoredLost): Promise<LostAbout> {
  const row = await tx.row(sql<{
    name: string;
    gender: number;
    birthDate: string | null;
    portrait: string | null;
    timeZone: string;
  }>`
    select c.name, c.gender, c.birth_date::text as "birthDate", c.photo_file_id::text as portrait, ${zoneOf(sql`w.project_id`)} as "timeZone"
    from customer c join warn w on w.id = ${id} where c.id = ${customerId}`);
  if (!row) throw new Error('a case has a customer');
  const { name, gender, birthDate, portrait, timeZone } = row;
  const age = birthDate === null ? null : ageOn(birthDate, todayInChina(Date.now()));
  return { name, gender, age, photoFileId: photoFileId ?? portrait, timeZone };
}

/** Returns what was typed, decrypted. */
export function wordsOf({ seenNoteCipher, clothesCipher, lookCipher }: StoredLost) {
  return {
    seenNote: decrypted(seenNoteCipher),
    clothes: decrypted(clothesCipher) ?? '',
    look: decrypted(lookCipher),
  };
}

function stateOf({ no, status, handlerId, receivedAt, finishedAt }: StoredWarn, lost: StoredLost) {
  return {
    ...{ no, status, handlerId, startedAt: receivedAt, endedAt: finishedAt },
    result: lost.result as LostResult | null,
    foundAt: lost.foundAt,
    endNote: decrypted(lost.endNoteCipher),
  };
}

/** Returns a lost person; each user's look is in the command log once an hour. */
export async function getLost(
  viewer: Viewer,
  { id }: InputOf<typeof lostApi.getLost>,
  info: RequestInfo,
): Promise<Lost> {
  const started = performance.now();
  const { row, lost } = await requireLost(viewer, id);
  await logHourlyLook({ endpoint: lostApi.getLost, viewer, info, started }, lost.customerId);
  const open = isOpen(row);
  const places = await placesOf(db, lost, open);
  const shown = places.agreement === 'valid';
  const [{ name, ...about }, { nearby }, state, service] = await Promise.all([
    aboutOf(db, lost),
    helpNear(viewer, row.departmentId, places.ring?.centre ?? null),
    open && shown ? urgentReporting(db, lost.customerId) : ('none' as const),
    hotlineOf(db, row.projectId),
  ]);
  return {
    ...{ id, version: lost.version, customerId: lost.customerId, customerName: name, ...about },
    ...stateOf(row, lost),
    ...wordsOf(lost),
    ...{ seenAt: lost.seenAt, speed: lost.speed, seconds: lost.seconds },
    seen: shown && lost.lat !== null && lost.lng !== null ? { lat: lost.lat, lng: lost.lng } : null,
    ...places,
    nearby: open ? nearby : [],
    reporting: { state, seconds: lost.seconds },
    ...{ service: service.name, servicePhone: service.hotline },
  };
}
