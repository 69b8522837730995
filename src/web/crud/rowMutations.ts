import type { Resource } from '#shared/resource.ts';
import { withToast } from '#web/api/feedback.ts';
import { ApiError, callApi } from '#web/api/request.ts';
import { texts } from '#web/core/texts.ts';
import { box, toast } from '#web/message/message.tsx';
import { deleteOrExplain } from './deleteRow.tsx';
import type { DeleteOptions, ResourceEndpoints, StatusSwitch } from './types.ts';

type Some = ResourceEndpoints<never, never, never>;

/**
 * Asks whether to disable a row that other rows use, after the server refused.
 * @returns undefined if the user cancels
 */
async function confirmHeld<T>(
  error: unknown,
  { title, ok, question }: NonNullable<StatusSwitch<never>['held']>,
  action: () => Promise<T>,
): Promise<T | undefined> {
  const held = error instanceof ApiError && error.status === 409 && (error.data as { count?: number } | null)?.count;
  if (!held) throw error;
  const sure = await box.confirm(question(error.msg), { title, ok, danger: true, level: 'warning' });
  return sure ? action() : undefined;
}

/**
 * Switches 启用 or 停用 after a question; returns whether it was done.
 * @param confirmed the user knows the consequences already: no question
 */
export async function switchRow<R extends { id: string }>(
  status: NonNullable<Some['status']>,
  row: R,
  { question, note, level, ok, doneTexts, held }: StatusSwitch<R>,
  confirmed = false,
): Promise<boolean> {
  const off = isOn(row);
  const questionOf = off && !confirmed && question;
  if (
    questionOf &&
    !(await box.confirm(questionOf(row), { ...(note && { note }), ...(level && { level }), ok, danger: true }))
  )
    return false;
  const send = (extra: { confirm?: true }) =>
    callApi(status, { id: row.id, status: off ? 'disabled' : 'enabled', ...extra });
  const action = () =>
    held
      ? send(confirmed ? { confirm: true } : {}).catch((error) =>
          confirmHeld(error, held, () => send({ confirm: true })),
        )
      : send({});
  const done = await withToast(action, { done: null, failed: texts.updateFailed });
  if (done) toast.success(doneTexts?.[off ? 0 : 1] ?? texts.succeeded);
  return done !== undefined;
}

/** Returns whether a row is enabled. */
export function isOn(row: object): boolean {
  return (row as { status?: unknown }).status === 'enabled';
}

/** Returns whether a row is disabled. */
export function isOff(row: object): boolean {
  return (row as { status?: unknown }).status === 'disabled';
}

/** Deletes a row after a question; returns whether it was done. */
export async function removeRow<R extends { id: string }>(
  remove: NonNullable<Some['remove']>,
  resource: Resource,
  row: R,
  {
    question,
    doneText,
    instead,
    labelOf = nameOf,
  }: DeleteOptions<R> & { labelOf?: ((row: R) => string) | undefined } = {},
): Promise<boolean> {
  const questionText = question?.(row) ?? `确认删除${resource.title} ${labelOf(row)}？`;
  const sure = await box.confirm(questionText, { ok: `删除${resource.title}`, danger: true, level: 'warning' });
  return sure && deleteOrExplain(() => callApi(remove, { ids: [row.id] }), { doneText, instead: instead?.(row) });
}

/** Returns the name of a row in questions. */
function nameOf(row: object): string {
  const { name, title } = row as { name?: unknown; title?: unknown };
  return String(name ?? title ?? '');
}
