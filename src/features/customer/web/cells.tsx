import { unconsented } from '#features/consent/contract.ts';
import type { customerApi } from '#features/customer/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Cells } from '#web/crud/columns.tsx';
import { relations } from '#web/data/codeLabels.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import { leaveText } from '#web/data/leaveText.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { LevelCell } from '#web/record/LevelCell.tsx';
import { Masked } from '#web/reveal/Masked.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ServiceState } from './ServiceState.tsx';

export type CustomerRow = OutputOf<typeof customerApi.getCustomerList>;

/** Badges per cell; the rest is shown as a number. */
const shownBadges = 2;
/** Alarms of a month from which the cell is highlighted (picture 02). */
const manyWarns = 4;

function Photo({ name, photoFileId }: CustomerRow) {
  const sign = (
    <span
      className="customer-photo w-5 border border-line rounded-full bg-s3 items-center flex-none text-xs text-text2"
      aria-hidden="true"
    >
      {name.slice(0, 1)}
    </span>
  );
  if (photoFileId === null) return sign;
  return (
    <FileImage
      className="customer-photo w-5 border border-line rounded-full bg-s3 flex-none"
      id={photoFileId}
      alt=""
      empty={sign}
    />
  );
}

/** Shows the first labels as badges, the rest as a number with the labels in the tooltip. */
function Badges({ type, values }: { type: string; values: readonly string[] }) {
  if (values.length === 0) return missing;
  const labels = values.map((value) => labelOf(type, value));
  const rest = labels.slice(shownBadges);
  /** Removes the bracketed explanation, e.g. of 高龄（80+）; the tooltip keeps it. */
  const short = (label: string) => label.replace(/（.*）$/, '');
  return (
    <span className="inline-flex items-center gap-1" title={labels.join('、')}>
      {labels.slice(0, shownBadges).map((label) => (
        <Badge key={label}>{short(label)}</Badge>
      ))}
      {rest.length > 0 && <span className="text-xs text-text3">+{rest.length}</span>}
    </span>
  );
}

/** Returns 联系人 陈敏（女儿）: the matched contact of a customer with another name and number. */
export function contactText({ name, relation }: NonNullable<CustomerRow['foundContact']>): string {
  return `联系人 ${name}（${(relations as Record<string, string>)[relation] ?? relation}）`;
}

/** Cells that differ from the field's default rendering; colour marks exceptions only. */
export const cells: Cells<CustomerRow> = {
  name: (row) => (
    <span className="flex items-center min-w-0 gap-2">
      <Photo {...row} />
      <a className="truncate text-text font-bold" href={`#/customer/list/${row.id}`}>
        {row.name}
      </a>
    </span>
  ),
  mobile: (row) => <Masked text={row.mobile} object="customer" id={row.id} field="mobile" label="电话" />,
  idNo: (row) => <Masked text={row.idNo} object="customer" id={row.id} field="idNo" label="证件号" />,
  category: ({ category }) => <Badges type="person_category" values={category} />,
  tag: ({ tag }) => <Badges type="customer_tag" values={tag} />,
  abilityLevel: (row) => <LevelCell person={row} />,
  equipmentCount: ({ equipmentCount, onlineCount }) => {
    if (equipmentCount === 0) return missing;
    const text = `${onlineCount}/${equipmentCount}`;
    return onlineCount < equipmentCount ? <b className="text-level2-text">{text}</b> : text;
  },
  emergencyContact: ({ emergencyContact: contact }) =>
    contact
      ? `${(relations as Readonly<Record<string, string>>)[contact.relation] ?? contact.relation} ${contact.name}`
      : missing,
  openWarnCount: ({ openWarnCount }) =>
    openWarnCount === 0 ? missing : <b className="text-level1-text">{openWarnCount}</b>,
  warnCount30: ({ warnCount30 }) => {
    if (warnCount30 === 0) return missing;
    return warnCount30 < manyWarns ? warnCount30 : <b className="text-level1-text">{warnCount30}</b>;
  },
  serviceState: ({ serviceState, serviceConsent, returnDate, away }) => {
    if (!away || serviceState !== 'active')
      return <ServiceState state={serviceState} returnDate={returnDate} consent={serviceConsent} />;
    const lacking = serviceConsent === 'valid' ? '' : ` · ${unconsented[serviceConsent]}`;
    const text = `${leaveText(away, Date.now())}${lacking}`;
    return (
      <span className="block overflow-hidden text-ellipsis text-level2-text" title={text}>
        {text}
      </span>
    );
  },
};
