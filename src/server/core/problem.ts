import { failed, forbidden, sessionOver } from '#shared/codes.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/** A refusal that the caller is told in words: HTTP status, envelope code and Chinese sentence. */
export class Problem extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  /** The sentence for the log of commands. */
  readonly logged: string;

  /**
   * `status` 4xx or 5xx; `message` Chinese, `data` goes into the envelope; `logged` without personal data, where the message has some.
   */
  constructor(status: number, message: string, data: unknown = null, logged = message) {
    super(message);
    this.name = 'Problem';
    this.status = status;
    this.code = status === 401 ? sessionOver : status === 403 ? forbidden : failed;
    this.data = data;
    this.logged = logged;
  }
}

/** An answer names at most so many fields. */
const maxErrors = 20;

/** 400 with the problems of single fields, the first 20; the first one is the sentence. */
export function invalid(errors: readonly FieldProblem[]): Problem {
  return new Problem(400, errors[0]?.msg ?? '输入不正确', { errors: errors.slice(0, maxErrors) });
}

/** 400 about one field. */
export function invalidField(field: string, msg: string, rule = 'rule'): Problem {
  return invalid([{ field, rule, msg }]);
}

/** Out of scope and missing are the same answer. */
export function notFound(what: string): Problem {
  return new Problem(404, `${what}不存在或不在你的范围`);
}
