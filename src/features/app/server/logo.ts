import { sql } from 'kysely';
import type { appApi } from '#features/app/contract.ts';
import { savePicture } from '#features/file/server/service.ts';
import { usableProjects } from '#features/project/server/service.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { fitLogo } from '#server/files/pictureVariants.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { servesOneOf } from './list.ts';

/** Subject of the logos' file rows. */
export const logoSubject = 'app_logo';

/** Saves a picture, re-rendered without metadata; the form refers to it when it is saved. */
export function uploadAppLogo(
  viewer: Viewer,
  _input: object,
  info: RequestInfo,
): Promise<OutputOf<(typeof appApi)['uploadAppLogo']>> {
  return savePicture(viewer, info, logoSubject, fitLogo);
}

/** Returns whether the viewer can open the logo: by seeing its application. */
export async function canOpenLogo(viewer: Viewer, fileId: string): Promise<boolean> {
  const condition = servesOneOf(await usableProjects(viewer));
  const rows = await db.rows(
    sql`select 1 from app where logo_file_id = ${fileId} and deleted_at is null and ${condition ?? sql`true`}`,
  );
  return rows.length > 0 && hasPermission(viewer, 'app:list');
}

/** Returns the logo of an enabled application, for the public login page; undefined for every other file. */
export async function shownLogo(fileId: string): Promise<{ hash: string; type: string; size: number } | undefined> {
  return db.row(sql<{ hash: string; type: string; size: number }>`
    select f.hash, f.type, f.size::int as size from app a join file f on f.id = a.logo_file_id and f.deleted_at is null
    where a.logo_file_id = ${fileId} and a.status = 'enabled' and a.deleted_at is null limit 1`);
}
