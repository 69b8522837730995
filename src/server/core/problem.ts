import { failed, forbidden, sessionOver } from '#shared/codes.ts';
import type { FieldProblem } from '#shared/envelope.ts';

/** An error with a message for the caller: HTTP status, envelope code and Chinese sentence. */
export class Problem extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;
  /** Message for the command log. */
  readonly logged: string;

  /**
   * `status`: 4xx or 5xx; `message`: Chinese; `data`: part of the envelope; `logged`: the message without personal
   * data, if it has some.
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

/** Maximum fields in one answer. */
const maxErrors = 20;

/** Returns a 400 with the problems of fields, at most 20; the first one is the message. */
export function invalid(errors: readonly FieldProblem[]): Problem {
  return new Problem(400, errors[0]?.msg ?? '输入不正确', { errors: errors.slice(0, maxErrors) });
}

/** Returns a 400 about one field. */
export function invalidField(field: string, msg: string, rule = 'rule'): Problem {
  return invalid([{ field, rule, msg }]);
}

/** Returns a 404; out of scope and missing get the same answer. */
export function notFound(what: string): Problem {
  return new Problem(404, `${what}不存在或不在你的范围`);
}
