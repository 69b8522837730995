import { enterState } from '#features/equipment/server/service.ts';
import type { CommandContext } from '#server/feature/command.ts';
import type { WarnType } from '#shared/codes.ts';

/** Message within the test window that shows that the device works. */
export interface Evidence {
  equipmentId: string;
  receivedAt: string;
  type: WarnType | 'data';
}

/** Closes test windows with their evidence and marks the bindings as tested. The caller has locked `device_state`. */
export async function closeTests({ tx }: CommandContext, evidence: readonly Evidence[]): Promise<void> {
  for (const { equipmentId: id, receivedAt, type } of evidence) {
    const device = await tx
      .selectFrom('equipment')
      .select(['state', 'customerId'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('deviceState')
      .set({ testFrom: null, testUntil: null, testBy: null })
      .where('deviceId', '=', id)
      .execute();
    const closed = await tx
      .updateTable('equipmentTest')
      .set({ endedAt: receivedAt, heardAt: receivedAt, heardType: type })
      .where('equipmentId', '=', id)
      .where('endedAt', 'is', null)
      .returning('startedBy')
      .executeTakeFirst();
    // A missing window must not reject the message.
    if (!closed) continue;
    await tx
      .updateTable('equipmentBinding')
      .set({ testKind: 'message', testedAt: receivedAt, testedBy: closed.startedBy, testNote: null })
      .where('equipmentId', '=', id)
      .where('unboundAt', 'is', null)
      .execute();
    if (device.customerId && ['issued', 'activated'].includes(device.state))
      await enterState(tx, closed.startedBy, [id], 'in_use', '现场测试通过');
  }
}
