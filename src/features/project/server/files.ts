import { sql } from 'kysely';
import { saveAttachment, savePicture } from '#features/file/server/service.ts';
import type { projectApi } from '#features/project/contract.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any, now } from '#server/db/values.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { fitLogo } from '#server/files/pictureVariants.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { visibleProjectCondition } from './list.ts';

type Api = typeof projectApi;

/** Subjects of the file rows: attachments of the contract, and the logo in the header. */
export const paper = 'project';
export const logo = 'project_logo';

/** Saves a contract attachment; the form refers to it on saving. */
export async function uploadProjectFile(
  viewer: Viewer,
  _input: object,
  { file }: RequestInfo,
): Promise<OutputOf<Api['uploadProjectFile']>> {
  return saveAttachment(viewer, file, paper);
}

/** Saves a logo, re-encoded without metadata; the configuration refers to it on saving. */
export function uploadProjectLogo(
  viewer: Viewer,
  _input: object,
  info: RequestInfo,
): Promise<OutputOf<Api['uploadProjectLogo']>> {
  return savePicture(viewer, info, logo, fitLogo);
}

/** Marks files deleted that no project uses any more. */
export async function dropFiles(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('file').set({ deletedAt: now }).where('id', '=', any(ids)).execute();
}

/**
 * Returns whether the viewer may open the file: attachments need the project list, the logo also opens for users of the
 * project.
 */
export async function canOpenFile(viewer: Viewer, fileId: string): Promise<boolean> {
  const ownProjects = viewer.scope.projects ?? [];
  const rows = await db.rows(sql`
    select 1 from project where (project.file_ids @> ${[fileId]}::bigint[] or project.logo_file_id = ${fileId})
      and ${hasPermission(viewer, 'project:list')} and ${visibleProjectCondition(viewer)}
    union all
    select 1 from project p where p.logo_file_id = ${fileId} and p.id = any(${ownProjects}::bigint[])
    limit 1`);
  return rows.length > 0;
}

/** Returns title and logo of the viewer's only project; null for viewers of several or all. */
export async function getProjectBrand(viewer: Viewer): Promise<OutputOf<Api['getProjectBrand']>> {
  const [id, ...otherIds] = viewer.scope.projects ?? [];
  if (!id || otherIds.length > 0) return null;
  const brand = await db
    .selectFrom('project')
    .select(['screenTitle as title', 'logoFileId'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return brand && (brand.title || brand.logoFileId) ? brand : null;
}
