import { bindingCustomer, type EquipmentHooks, requireSameProject } from '#features/equipment/server/service.ts';
import { invalidField } from '#server/core/problem.ts';
import { bind } from './binding.ts';

/** Binds a device that is registered for a customer. */
const hooks: EquipmentHooks = {
  async assignCustomer(tx, viewer, { id, customerId, position, ...place }) {
    const customer = await bindingCustomer(tx, viewer, customerId);
    if (!customer) throw invalidField('customerId', '客户不存在或不在你的范围');
    await requireSameProject(tx, place, customer);
    await bind(tx, viewer, { id, activatedAt: null }, customerId, { position });
  },
};
export default hooks;
