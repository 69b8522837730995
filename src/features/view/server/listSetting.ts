import { sql } from 'kysely';
import type { viewApi } from '#features/view/contract.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { ListSetting } from '#shared/contract/listSetting.ts';
import type { InputOf } from '#shared/endpoint.ts';

/** Returns the viewer's list settings; null: as the screen declares. */
export async function getListSetting(
  viewer: Viewer,
  { list }: InputOf<typeof viewApi.getListSetting>,
): Promise<ListSetting | null> {
  const row = await db.row(
    sql<{
      setting: ListSetting;
    }>`select setting from list_setting where user_id = ${viewer.userId} and list = ${list}`,
  );
  return row?.setting ?? null;
}

export async function saveListSetting(
  viewer: Viewer,
  { list, setting }: InputOf<typeof viewApi.saveListSetting>,
): Promise<null> {
  await sql`
    insert into list_setting (user_id, list, setting) values (${viewer.userId}, ${list}, ${JSON.stringify(setting)}::jsonb)
    on conflict (user_id, list) do update set setting = excluded.setting, updated_at = now()`.execute(db);
  return null;
}
