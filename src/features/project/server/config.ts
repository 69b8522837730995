import { validateAttachments } from '#features/file/server/service.ts';
import type { projectApi } from '#features/project/contract.ts';
import { exceedingGrant, grantableBy, permissionsOfModules } from '#server/auth/permission.ts';
import { isAddressOrNetwork } from '#server/core/addressRange.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { Db } from '#server/db/db.ts';
import { command } from '#server/feature/command.ts';
import { keysOf } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type Module, modules } from '#shared/modules.ts';
import { dropFiles, logo } from './files.ts';
import { shortenSessions } from './sessions.ts';
import { projects } from './write.ts';

type Input = InputOf<typeof projectApi.editProjectConfig>;
type Answer = OutputOf<typeof projectApi.editProjectConfig>;

function knownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('zh-CN', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function validateConfig({ timeZone, ladder = [], deviceAddresses }: Input): void {
  if (timeZone !== undefined && !knownZone(timeZone)) throw invalidField('timeZone', '没有这个时区');
  if (ladder.some(({ after, target }) => after < 3 && target !== 'contacts'))
    throw invalidField('ladder', '等待不足3秒的一级只能通知紧急联系人');
  if (ladder.some(({ target, channels = [] }) => target === 'contacts' && channels.length === 0))
    throw invalidField('ladder', '通知紧急联系人须选择渠道');
  const rising = ladder.every((rung, index, all) => index === 0 || rung.after > (all[index - 1]?.after ?? 0));
  if (!rising) throw invalidField('ladder', '升级阶梯的等待秒数须逐级增大');
  const wrong = deviceAddresses?.find((address) => !isAddressOrNetwork(address));
  if (wrong !== undefined)
    throw invalidField('deviceAddresses', `「${wrong}」不是地址或网段，例如 203.0.113.9、203.0.113.0/24`, 'address');
}

/** Validates the new logo and deletes the previous file. */
async function changeLogo(tx: Db, viewer: Viewer, fileId: Input['logoFileId'], former: string | null): Promise<void> {
  if (fileId) await validateAttachments(tx, viewer, [fileId], former ? [former] : [], logo, 'logoFileId');
  if (former && fileId !== undefined && fileId !== former) await dropFiles(tx, [former]);
}

/**
 * Throws 400 when an enabled module would give users of the project a menu, button or endpoint that the viewer lacks.
 */
async function validateModules(
  tx: Db,
  viewer: Viewer,
  { id, modules: previous }: { id: string; modules: readonly Module[] | null },
  after: readonly Module[] | null,
): Promise<void> {
  const enabled = keysOf(modules).filter((key) => (after?.includes(key) ?? true) && previous?.includes(key) === false);
  if (enabled.length === 0) return;
  const held = await grantableBy(tx, viewer);
  for (const key of enabled) {
    const exceeding = exceedingGrant(held, await permissionsOfModules(tx, id, [key]));
    if (exceeding)
      throw invalidField('modules', `不能启用模块「${modules[key].label}」：本项目有人会因此得到${exceeding}`, 'grant');
  }
}

/**
 * Changes time zone, limits, ladder, levels, modules, title and logo of a project. 404 outside the scope, 409 after a
 * concurrent change.
 */
export async function editProjectConfig(viewer: Viewer, input: Input): Promise<Answer> {
  validateConfig(input);
  const { id, version, ...patch } = input;
  return command(viewer, async ({ tx, invalidate: touch }) => {
    const row = await projects.lockVersion(tx, viewer, { id, version });
    await changeLogo(tx, viewer, patch.logoFileId, row.logoFileId);
    // Modules decide on menus and endpoints of users bound to this project only.
    if (patch.modules !== undefined) {
      await validateModules(tx, viewer, row, patch.modules);
      touch('permission');
    }
    const { seatSessionHours = row.seatSessionHours, sessionHours = row.sessionHours } = patch;
    if (seatSessionHours < row.seatSessionHours || sessionHours < row.sessionHours)
      await shortenSessions(tx, id, { seatSessionHours, sessionHours });
    return { id, version: await projects.write(tx, id, patch) };
  });
}
