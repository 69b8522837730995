import { sql } from 'kysely';
import { publicNotices } from '#features/notice/server/service.ts';
import type { openApi } from '#features/open/contract.ts';
import { publicFace } from '#features/project/server/service.ts';
import { countLinkAttempt, invalidLink } from '#server/auth/linkThrottle.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { canInspect } from '#server/http/endpointRoute.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';

type Api = typeof openApi;

/** Returns the platform's name and phone, as shown below the login form. */
async function platform(): Promise<{ name: string; phone: string | null }> {
  const face = await publicFace();
  return { name: face?.name ?? '居家养老监护平台', phone: face?.hotline ?? null };
}

/** Returns the public page's data, and whether this address may read the API documentation. */
export async function getOpenInfo(
  _viewer: Viewer,
  _input: InputOf<Api['getOpenInfo']>,
  info: RequestInfo,
): Promise<OutputOf<Api['getOpenInfo']>> {
  return { ...(await platform()), docs: canInspect(info.ip), notices: await publicNotices() };
}

/** Returns the model of a device's number. 400 for an unknown number, with the text of every bad link. */
export async function getOpenDevice(
  _viewer: Viewer,
  { sn }: InputOf<Api['getOpenDevice']>,
  info: RequestInfo,
): Promise<OutputOf<Api['getOpenDevice']>> {
  countLinkAttempt(info.ip);
  const row = await db.row(sql<Omit<OutputOf<Api['getOpenDevice']>, 'kindName'>>`
    select m.name as model, m.kind, m.capabilities, p.hotline as phone
    from equipment e join model m on m.id = e.model_id left join project p on p.id = e.project_id
    where e.sn = ${sn} and e.deleted_at is null`);
  if (!row) throw invalidLink();
  return { ...row, kindName: labelOf('device_kind', row.kind), phone: row.phone ?? (await platform()).phone };
}
