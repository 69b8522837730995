import { may } from '#server/core/viewer.ts';
import type { Finder } from '#server/feature/finder.ts';
import { asList, sosPath } from '#shared/sosLink.ts';
import { findCustomer } from './list.ts';

/** People by name, pinyin, end of a phone or of an ID number, with their record; without the list of people they lead to their alarms. */
const finder: Finder = {
  kind: 'customer',
  sort: 1,
  async find(viewer, keyword, most) {
    const people = await findCustomer(viewer, { keyword });
    const list = may(viewer, 'customer:list');
    return people.slice(0, most).map(({ id, name, age, area, phone }) => ({
      kind: 'customer',
      id,
      title: age === null ? name : `${name} · ${age} 岁`,
      subtitle: [area, phone].filter(Boolean).join(' · '),
      url: list ? `/customer/list/${id}` : sosPath({ ...asList, customerId: id }),
    }));
  },
};

export default finder;
