import type { ReactNode } from 'react';
import { illnessesOf } from '#features/customerEntry/web/service.ts';
import { useTheme } from '#web/core/theme.ts';
import { type Fact, factsOf } from '#web/crud/facts.tsx';
import { labelOf } from '#web/data/dictionary.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import type { SectionProps } from '#web/record/section.ts';
import { Masked } from '#web/reveal/Masked.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { customer, hasSecret, personalFields, secretFields } from '../../contract/fields.ts';
import { bloodLabel } from '../../contract/health.ts';
import type { CustomerRecord } from '../../contract.ts';

/** Height of the home's map in px. */
const mapHeight = 180;

/** Shows a number that can be dialled, or its masked form. */
export function PhoneNumber({ text }: { text: string | null }) {
  if (text === null || text.includes('*')) return text;
  return <a href={`tel:${text}`}>{text}</a>;
}

function identity(record: CustomerRecord): Fact[] {
  const { id, idNo } = record;
  return [
    [
      labelOf('id_type', record.idType),
      idNo && <Masked key="idNo" text={idNo} object="customer" id={id} field="idNo" label="证件号" />,
    ],
    ['出生日期', record.birthDate],
    ['手机', record.mobile && <PhoneNumber key="mobile" text={record.mobile} />],
    ['固定电话', record.phone && <PhoneNumber key="phone" text={record.phone} />],
    ...factsOf(customer, record, Object.keys(personalFields)),
    ['备注', record.remark],
  ];
}

/** Returns the customer's bed with a link to its page; empty without a bed. */
function bedFact({ bed }: CustomerRecord): Fact[] {
  if (bed === null) return [];
  const { name, departmentId } = bed;
  return [
    [
      '床位',
      departmentId === null ? (
        name
      ) : (
        <a key="bed" href={`#/customer/list/bed?departmentId=${departmentId}`}>
          {name}
        </a>
      ),
    ],
  ];
}

function home(record: CustomerRecord): Fact[] {
  return [
    ['区域', [record.regionName, record.street, record.community].filter(Boolean).join(' ')],
    ['地址', record.address],
    ['楼栋房间', [record.building, record.floor, record.room].filter(Boolean).join(' ')],
    ...bedFact(record),
    ['楼层与电梯', record.addressNote],
    ...factsOf(customer, record, ['livingState', ...secretFields], hasSecret),
  ];
}

function health({ health: summary }: CustomerRecord): Fact[] {
  if (summary === null) return [];
  const lines = (items: readonly string[]) => items.join('；');
  return [
    ['慢性病', lines(illnessesOf(summary).map((illness) => labelOf('chronic', illness)))],
    ['过敏', summary.allergies.length > 0 && <b className="text-level1-text">{lines(summary.allergies)}</b>],
    ['用药', lines(summary.medicines)],
    ['血型', bloodLabel(summary)],
    [
      '家庭医生',
      (summary.doctor || summary.doctorPhone) && (
        <>
          {summary.doctor} <PhoneNumber text={summary.doctorPhone} />
        </>
      ),
    ],
    ['常去医院', summary.hospital],
  ];
}

function Part({ title, facts, children }: { title: string; facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <div>
      <h3 className="text-sm mb-2">{title}</h3>
      {facts.length > 0 && <DescriptionList className="text-[13px]" facts={facts} />}
      {children}
    </div>
  );
}

/** Shows the home on the map; nothing without a registered position. */
function HomeMap({ record: { name, lat, lng, address } }: { record: CustomerRecord }) {
  const theme = useTheme();
  if (lat === null || lng === null) return <p className="text-[13px] text-text3 mt-2">地图上没有登记住处</p>;
  return (
    <div className="mt-2">
      <LazyMap
        theme={theme}
        markers={[{ id: 'home', kind: 'home', label: name, lat, lng }]}
        height={mapHeight}
        selectedId="home"
        address={address ?? undefined}
      />
    </div>
  );
}

/** Shows identity, home, and the health data that an alarm needs. */
export function Overview({ record }: SectionProps<CustomerRecord>) {
  return (
    <div className="record-overview grid">
      <Part title="身份" facts={identity(record)} />
      <Part title="居住" facts={home(record)}>
        <HomeMap record={record} />
      </Part>
      <Part title="健康摘要" facts={health(record)}>
        {record.health === null && (
          <p className="text-[13px] text-text3">须有「查看健康档案」或「查看健康摘要」的权限</p>
        )}
      </Part>
    </div>
  );
}
