import type { NotificationPart } from '#features/notification/server/service.ts';
import { system } from '#server/core/viewer.ts';
import { notifyChannels } from '#shared/codes.ts';
import { maskName } from '#shared/mask.ts';
import { lockedWarn } from './access.ts';
import { addStep } from './steps.ts';
import { tell } from './tell.ts';

const words = { sent: '已发给', delivered: '已送达', failed: '没有发到', held: '暂不发给' } as const;

/** What came of a message stands in the timeline of its alarm, at once. */
const part: NotificationPart = {
  async moved(change, { id, warnId, channel, to, state, reason }) {
    const row = await lockedWarn(change.tx, warnId);
    if (!row) return;
    const name = to.kind === 'user' ? to.name : maskName(to.name);
    const note = `${notifyChannels[channel]}${words[state]} ${name}${reason === null ? '' : `：${reason}`}`;
    await addStep(change.tx, row, system(), 'note', note, { notificationId: id, channel, state });
    tell(change, row, 'changed');
  },
};
export default part;
