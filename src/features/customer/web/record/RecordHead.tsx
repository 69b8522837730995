import { MessageCircle, Phone, Printer, Siren, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { PrintDialog } from '#features/customerCard/web/service.ts';
import { assessmentLink } from '#shared/contract/assessmentLink.ts';
import { todayInChina } from '#shared/idCard.ts';
import { asList, sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { Face } from '#web/record/Face.tsx';
import type { SectionProps } from '#web/record/section.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { communicationParts } from '../../contract/communication.ts';
import { assessedLevelMessage, type CustomerRecord } from '../../contract.ts';
import { ServiceState } from '../ServiceState.tsx';
import { EditButton } from './EditButton.tsx';

function Flags({ flags }: { flags: readonly string[] }) {
  return flags.map((flag) => (
    <li key={flag} className="record-flag inline-flex items-center gap-1.25 px-2 font-bold leading-6 text-level1-text">
      <TriangleAlert size={14} aria-hidden />
      {flag}
    </li>
  ));
}

/** Shows a number that a click dials; a masked number cannot be dialled. */
function CallLink({ record }: { record: CustomerRecord }) {
  const number = [record.mobile, record.phone].find((phone) => phone !== null);
  const reason =
    number === undefined ? '没有登记电话' : number?.includes('*') ? '号码已隐藏，没有查看的权限' : undefined;
  if (reason !== undefined || !number)
    return (
      <Button disabled title={reason}>
        <Phone size={16} aria-hidden /> 呼叫
      </Button>
    );
  return (
    <a className="button" href={`tel:${number}`}>
      <Phone size={16} aria-hidden /> 呼叫
    </a>
  );
}

function Actions({ record, changed }: SectionProps<CustomerRecord>) {
  const [printing, setPrinting] = useState(false);
  return (
    <div className="record-actions flex flex-wrap flex-none gap-2">
      {can('customer:edit') && <EditButton record={record} changed={changed} />}
      <CallLink record={record} />
      {can('warn:add') && (
        <a className="button" href={sosLink({ add: record.id })}>
          <Siren size={16} aria-hidden /> 登记告警…
        </a>
      )}
      <Button onClick={() => setPrinting(true)}>
        <Printer size={16} aria-hidden /> 打印…
      </Button>
      {printing && <PrintDialog ids={[record.id]} onClose={() => setPrinting(false)} />}
    </div>
  );
}

/** Shows communication hints as the first line of the record. */
export function CommunicationLine({ record }: { record: CustomerRecord }) {
  const parts = communicationParts(record.communication);
  if (parts.length === 0) return null;
  return (
    <Strip tone="info" aria-label="沟通提示">
      <MessageCircle size={16} aria-hidden />
      <b>沟通</b> {parts.join('，')}
    </Strip>
  );
}

const minute = 60_000;

/** Shows the ability level; one that an assessment set says so and until when, and leads there. */
function AbilityLevel({ level, record }: { level: string; record: CustomerRecord }) {
  const { abilityAssessmentId, assessedUntil } = record;
  const today = todayInChina(useNow(minute));
  if (abilityAssessmentId === null) return level;
  return (
    <>
      {can('assessment:list') ? <a href={assessmentLink(abilityAssessmentId)}>{level}</a> : level}
      <span className="text-[13px] text-text2 ml-1">
        {assessedLevelMessage}
        {assessedUntil !== null &&
          (assessedUntil < today ? `，${assessedUntil} 已过期` : `，有效期至 ${assessedUntil}`)}
      </span>
    </>
  );
}

/** Shows identity, red flags and actions. */
export function RecordHead({ record, changed }: SectionProps<CustomerRecord>) {
  const { name, gender, age, abilityLevel, redFlags, tag } = record;
  const place = [record.street, record.community].filter(Boolean).join(' ');
  return (
    <header className="record-head flex items-center flex-none gap-4 border-b border-line">
      <Face {...record} />
      <div className="min-w-0">
        <h1 className="flex items-center flex-wrap text-[22px] leading-8">
          {name}
          <span className="font-normal text-[15px]">
            {labelOf('gender', String(gender))} {age === null ? '年龄不详' : `${age} 岁`}
          </span>
          {abilityLevel !== null && (
            <span className="font-normal text-[15px]">
              <AbilityLevel level={labelOf('ability_level', String(abilityLevel))} record={record} />
            </span>
          )}
          <span className="font-normal text-sm">
            <ServiceState state={record.serviceState} consent={record.serviceConsent} />
          </span>
          {record.openWarnCount > 0 && (
            <a
              className="text-sm font-bold text-level1-text"
              href={sosLink({ ...asList, customerId: record.id, status: 'pending,handling', counted: '1' })}
            >
              {record.openWarnCount} 条告警未结案
            </a>
          )}
        </h1>
        <ul className="record-flags flex items-center flex-wrap gap-2" aria-label="重要提示">
          <Flags flags={redFlags} />
          {tag.map((value) => (
            <li key={value}>
              <Badge filled>{labelOf('customer_tag', value)}</Badge>
            </li>
          ))}
          <li className="text-[13px] text-text2">
            <span className="mono">{record.no}</span>
            {place && ` · ${place}`}
          </li>
        </ul>
      </div>
      <Actions record={record} changed={changed} />
    </header>
  );
}
