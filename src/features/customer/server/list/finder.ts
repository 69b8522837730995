import { hasPermission } from '#server/core/viewer.ts';
import { labelOf } from '#server/feature/dictionaryLabels.ts';
import type { Finder } from '#server/feature/finder.ts';
import { asList, sosPath } from '#shared/sosLink.ts';
import { findCustomer } from './list.ts';

const contactText = ({ name, relation }: { name: string; relation: string }) =>
  `联系人 ${name}（${labelOf('relation', relation)}）`;

/**
 * Finds customers by every field the list searches, with the matched contact. Results open the record, or without the
 * list permission the customer's alarms.
 */
const finder: Finder = {
  kind: 'customer',
  sort: 1,
  async find(viewer, keyword, most) {
    const customers = await findCustomer(viewer, { keyword });
    const list = hasPermission(viewer, 'customer:list');
    return customers.slice(0, most).map(({ id, name, age, area, phone, foundContact }) => ({
      kind: 'customer',
      id,
      title: age === null ? name : `${name} · ${age} 岁`,
      subtitle: [foundContact && contactText(foundContact), area, phone].filter(Boolean).join(' · '),
      url: list ? `/customer/list/${id}` : sosPath({ ...asList, customerId: id }),
    }));
  },
};

export default finder;
