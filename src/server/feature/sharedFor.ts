import type { Viewer } from '../core/viewer.ts';

/** Maximum kept answers of a node. */
const maxKept = 500;

interface Answer {
  value: Promise<unknown>;
  /** Start of the computation, epoch ms. */
  at: number;
}

/** Answers by name and rights, oldest first. */
const answers = new Map<string, Answer>();

/** Sorted permissions of a viewer as text: roles give the same set to many. */
const permissionTexts = new WeakMap<ReadonlySet<string>, string>();

function permissionText(permissions: ReadonlySet<string>): string {
  const text = permissionTexts.get(permissions) ?? [...permissions].sort().join(' ');
  permissionTexts.set(permissions, text);
  return text;
}

/** Returns the key of all that decides what a viewer sees, besides their own rows. */
function rightsOf({ userId, scope, endpoints, permissions }: Viewer): string {
  const { kind, departments, projects } = scope;
  const allowed = endpoints === null ? '*' : permissionText(permissions);
  return [kind === 'self' ? userId : kind, departments ?? '*', projects ?? '*', allowed].join('|');
}

/** Forgets all answers: rights have changed. */
export function clearShared(): void {
  answers.clear();
}

/**
 * Computes once what viewers of the same scope and permissions ask for: those who come during the computation, or
 * within `ms` of its start, get the same answer. `fn` may use nothing of the viewer but scope and permissions. A
 * failure is not kept. Returns also the age of the answer, ms since the start of its computation.
 */
export async function sharedFor<T>(
  viewer: Viewer,
  name: string,
  ms: number,
  fn: () => Promise<T>,
): Promise<{ value: T; age: number }> {
  const key = `${name}|${rightsOf(viewer)}`;
  let answer = answers.get(key);
  if (!answer || Date.now() - answer.at >= ms) answer = compute(key, fn);
  const value = (await answer.value) as T;
  return { value, age: Date.now() - answer.at };
}

function compute(key: string, fn: () => Promise<unknown>): Answer {
  const answer: Answer = { value: fn(), at: Date.now() };
  answers.delete(key);
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > maxKept && oldest !== undefined) answers.delete(oldest);
  answer.value.catch(() => {
    if (answers.get(key) === answer) answers.delete(key);
  });
  return answer;
}
