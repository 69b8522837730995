import { warnApi } from '#features/warn/contract.ts';
import type { WarnRow } from '#features/warn/web/service.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { ApiError } from '#web/api/request.ts';
import { callValidated } from '#web/form/callValidated.ts';
import { box } from '#web/message/message.tsx';

type Input = Omit<InputOf<typeof warnApi.transferWarn>, 'id' | 'offeredTo'>;

/** Returns the user that was offered the warn meanwhile, if the call was refused for that reason. */
function offeredUserOf(error: unknown): string | undefined {
  const data = error instanceof ApiError && error.status === 409 ? error.data : null;
  if (typeof data !== 'object' || data === null || !('offeredTo' in data)) return undefined;
  return typeof data.offeredTo === 'string' ? data.offeredTo : undefined;
}

/**
 * Assigns the warn. Asks first if another leader assigned it to a different user since `row` was shown.
 * @param to the recipient's name in that question
 */
export async function assignWarn(
  { id, offeredTo }: Pick<WarnRow, 'id' | 'offeredTo'>,
  input: Input,
  to: string,
): Promise<WarnRow> {
  try {
    return await callValidated(warnApi.transferWarn, { ...input, id, offeredTo });
  } catch (error) {
    const currentOffer = offeredUserOf(error);
    if (!(error instanceof ApiError) || currentOffer === undefined) throw error;
    const anyway = await box.confirm(`仍要改为 ${to} 吗？`, {
      title: error.msg,
      level: 'notice',
      ok: '仍然改',
      cancel: '不改',
    });
    if (!anyway) throw error;
    return assignWarn({ id, offeredTo: currentOffer }, input, to);
  }
}
