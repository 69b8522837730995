import type { BindingHooks } from '#features/binding/server/service.ts';
import { dueDateOf, endLoans, lend, requireFutureDate } from './loan.ts';

/** Hooks for the loans of devices: a binding with a due day is one. */
const hooks: BindingHooks = {
  validateLoan: requireFutureDate,
  loanedUntil: dueDateOf,
  async afterBind(tx, viewer, { id, customerId, dueDate }) {
    if (dueDate) await lend(tx, viewer, id, { customerId, dueDate });
  },
  afterRelease: (tx, _viewer, ids) => endLoans(tx, ids),
};
export default hooks;
