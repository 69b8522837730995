import { readdir } from 'node:fs/promises';
import type { mapSettingApi } from '#features/map/contract.ts';
import { requirePlatformWide } from '#server/auth/holders.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { wake } from '#server/db/wake.ts';
import { command } from '#server/feature/command.ts';
import { stale } from '#server/feature/stale.ts';
import { setTileOrigin } from '#server/http/tileOrigin.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type MapSetting, mapFolder, validSetting } from './validate.ts';

type Api = typeof mapSettingApi;

const columns = ['kind', 'url', 'datum', 'attribution', 'maxZoom', 'file'] as const;
const only = '1';
/** Files listed at most. */
const maxFiles = 100;

/** Returns the base of all maps. */
export async function readSetting(): Promise<MapSetting> {
  const row = await db.selectFrom('mapSetting').select(columns).where('id', '=', only).executeTakeFirstOrThrow();
  return row as MapSetting;
}

/** Lets pages load tiles from the host of the setting. */
export async function applySetting(): Promise<void> {
  const { url } = await readSetting();
  setTileOrigin(url === null ? null : new URL(url.replaceAll(/[{}]/g, '')).origin);
}

/** Returns the setting, and the files that can be chosen. */
export async function getMapSetting(viewer: Viewer): Promise<OutputOf<Api['getMapSetting']>> {
  await requirePlatformWide(db, viewer, '地图底图');
  const row = await db
    .selectFrom('mapSetting')
    .select([...columns, 'version'])
    .where('id', '=', only)
    .executeTakeFirstOrThrow();
  const names = await readdir(mapFolder()).catch(() => []);
  const files = names.filter((name) => name.endsWith('.pmtiles')).sort();
  return { ...(row as typeof row & MapSetting), files: files.slice(0, maxFiles) };
}

/** Changes the base of all maps; 400 for an address or file that cannot be one: the base stays as it was. */
export async function editMapSetting(
  viewer: Viewer,
  input: InputOf<Api['editMapSetting']>,
): Promise<OutputOf<Api['editMapSetting']>> {
  await requirePlatformWide(db, viewer, '地图底图');
  const setting = await validSetting(input);
  const changed = await command(viewer, async ({ tx }) => {
    const row = await tx
      .selectFrom('mapSetting')
      .select(['version', 'updatedAt', 'updatedBy'])
      .where('id', '=', only)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.version !== input.version) throw await stale(tx, 'map_setting', only, input.version, row);
    return tx
      .updateTable('mapSetting')
      .set({ ...setting })
      .where('id', '=', only)
      .returning('version')
      .executeTakeFirstOrThrow();
  });
  await applySetting();
  wake.publish('map');
  return changed;
}
