import { buildingPosition } from '#shared/district.ts';
import type { DemoCustomer } from './people.ts';

export interface DemoContact {
  name: string;
  relation: string;
  mobile: string | null;
  phone: string | null;
  address: string | null;
  hasKey: boolean;
  isEmergency: boolean;
  isGuardian: boolean;
  lat: number | null;
  lng: number | null;
}

const surnames = '陈方周沈钱何林吴孙郑叶冯'.split('');
const givenNames = [
  '敏',
  '建平',
  '志强',
  '晓丽',
  '伟',
  '静',
  '国华',
  '海燕',
  '丽华',
  '志远',
  '美玲',
  '晓东',
  '婷',
  '建国',
];
/** Community workers by sub-district, as the departments name them. */
const workers: Readonly<Record<string, readonly [string, string]>> = {
  望湖街道: ['沈洁', '0570-55507715'],
  石桥街道: ['沈丽萍', '0570-55507721'],
  长桥街道: ['蒋红梅', '0570-55507731'],
  南门街道: ['姚春燕', '0570-55507741'],
  桂园街道: ['潘晓琴', '0570-55507751'],
};
/** All contacts of the customer with the longest list. */
const everybody = [
  'son',
  'daughter',
  'daughter_in_law',
  'son_in_law',
  'grandchild',
  'sibling',
  'relative',
  'neighbour',
  'carer',
  'other',
  'other',
];

const fixedContacts: Readonly<Record<string, Partial<Record<string, Partial<DemoContact>>>>> = {
  王桂兰: {
    daughter: { name: '陈敏', mobile: '13900004402' },
    neighbour: { name: '方建平', mobile: '13700009126', address: '柳岸新村 11幢102' },
  },
};

/** Returns a contact's mobile number: 1390000…, unique per customer and list position. */
function mobileOf(index: number, place: number): string {
  return `1390000${String(1000 + index * 20 + place).padStart(4, '0')}`;
}

function relationsOf(customer: DemoCustomer, index: number): string[] {
  if (customer.name === '梁宝珍') return everybody;
  const child = index % 3 === 1 ? 'son' : 'daughter';
  if (customer.livingState === 'alone') return [child, 'neighbour'];
  if (customer.livingState === 'spouse') return ['spouse', child];
  return customer.livingState === 'children' ? [child, child === 'son' ? 'daughter_in_law' : 'son_in_law'] : [child];
}

/** Returns the contacts in the order of calling: family, then the neighbour with a key, then the community. */
export function contactsOf(customer: DemoCustomer, street: string, index: number): DemoContact[] {
  const family = relationsOf(customer, index).map((relation, place): DemoContact => {
    const near = relation === 'neighbour';
    const nextDoor = customer.building > 1 ? customer.building - 1 : customer.building + 1;
    const surname =
      relation === 'son' || (relation === 'daughter' && customer.gender === 1)
        ? [...customer.name][0]
        : surnames[(index * 5 + place * 3) % surnames.length];
    return {
      name: `${surname}${givenNames[(index * 3 + place * 5) % givenNames.length]}`,
      relation,
      mobile: mobileOf(index, place),
      phone: null,
      address: near ? `${customer.estate} ${nextDoor}幢1单元102` : null,
      hasKey: near || relation === 'carer',
      isEmergency: place === 0,
      isGuardian: place === 0,
      ...(near ? buildingPosition(customer.estate, nextDoor) : { lat: null, lng: null }),
      ...fixedContacts[customer.name]?.[relation],
    };
  });
  const [name = '', phone = ''] = workers[street] ?? [];
  const worker: DemoContact = {
    name,
    relation: 'community',
    mobile: null,
    phone,
    address: null,
    hasKey: false,
    isEmergency: false,
    isGuardian: false,
    lat: null,
    lng: null,
  };
  return [...family, worker];
}
