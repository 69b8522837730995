import { ApiError } from '#web/api/request.ts';
import { box } from '#web/message/message.tsx';

/**
 * Handles a refused reveal: asks for a reason if the parameters require one, and reveals again; undefined if the user
 * cancels. Rethrows other errors. `label` names the field: 手机号.
 */
export async function retryWithReason<T>(
  error: unknown,
  label: string,
  reveal: (reason: string) => Promise<T>,
): Promise<T | undefined> {
  const { errors } = ((error instanceof ApiError && error.data) || {}) as { errors?: { field: string }[] };
  if (!errors?.some(({ field }) => field === 'reason')) throw error;
  const reason = await box.prompt(`查看完整的${label}会连同原因记入命令日志。`, {
    title: '为什么查看？',
    label: '原因',
    required: true,
    maxLength: 200,
    ok: '查看',
  });
  return reason === null ? undefined : reveal(reason.trim());
}
