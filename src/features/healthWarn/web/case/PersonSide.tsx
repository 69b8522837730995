import { Phone, TriangleAlert } from 'lucide-react';
import { archiveApi } from '#features/archive/contract.ts';
import { type CallResult, callResults } from '#shared/codes.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { missing, spacedPhone } from '#web/data/format.ts';
import { levelText } from '#web/data/levelText.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { warningApi } from '../../contract.ts';
import type { Detail } from './panels.ts';

interface Props {
  detail: Detail;
  canCall: boolean;
  onChanged: () => void;
}

export function PersonSide({ detail, canCall, onChanged }: Props) {
  const { person, customerName, gender, age, spot, customerId } = detail;
  const home = [person.area, spot ?? person.address].filter(Boolean).join(' ');
  const living = person.livingState && labelOf('living_state', person.livingState);
  const shows = can('archive:list');
  const { data: archive } = useCall(archiveApi.getArchive, { customerId }, { enabled: shows, staleTime: 60_000 });
  const summary = archive?.summary;
  return (
    <>
      <section className="case-person">
        <h1 className="text-xl leading-7">
          {shows ? <a href={`#/healthy/archives/${customerId}`}>{customerName}</a> : customerName}{' '}
          <span className="text-[15px]">
            {labelOf('gender', String(gender))} <b>{age ?? missing}</b> 岁
          </span>{' '}
          {archive?.person.abilityLevel != null && (
            <span className="font-normal text-[15px] text-text2">{levelText(archive.person)}</span>
          )}
        </h1>
        <p className="text-[13px] text-text2">{[home, living].filter(Boolean).join(' · ')}</p>
        {summary && (
          <ul className="flex flex-wrap gap-1.5 p-0" aria-label="重要提示">
            {summary.redFlags.map((flag) => (
              <li key={flag} className="record-flag inline-flex items-center gap-1 px-2 font-bold text-level1-text">
                <TriangleAlert size={13} aria-hidden="true" />
                {flag}
              </li>
            ))}
            {summary.chronic.map((code) => (
              <li key={code}>
                <Badge filled>{labelOf('chronic', code)}</Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
      {summary && summary.medicines.length > 0 && <Medicines medicines={summary.medicines} />}
      <Calls {...{ detail, canCall, onChanged }} />
    </>
  );
}

interface Medicine {
  id: string;
  text: string;
  daysLeft: number | null;
}

/** Medicines, used-up ones first: they may be the reason. */
function Medicines({ medicines }: { medicines: readonly Medicine[] }) {
  const left = (days: number | null) => days ?? Number.POSITIVE_INFINITY;
  const sorted = [...medicines].sort((a, b) => left(a.daysLeft) - left(b.daysLeft));
  return (
    <section aria-label="用药">
      <h2>
        用药 <span className="font-normal text-text2">{medicines.length} 种在用</span>
      </h2>
      <ul className="p-0 text-[13px]">
        {sorted.slice(0, 6).map(({ id, text, daysLeft }) => (
          <li key={id} className="flex justify-between gap-2">
            <span>{text}</span>
            {daysLeft !== null && (
              <span className={daysLeft <= 0 ? 'flex-none font-bold text-level2-text' : 'flex-none text-text2'}>
                {daysLeft <= 0 ? '按用量已用完' : `剩 ${daysLeft} 天`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Target {
  /** Contact; null: the person. */
  id: string | null;
  place: string;
  name: string;
  relation: string;
  phone: string | null;
}

function Calls({ detail, canCall, onChanged }: Props) {
  const { person, customerName, steps } = detail;
  const { active } = useScreen();
  const targets: Target[] = [
    { id: null, place: '本', name: customerName, relation: '本人', phone: person.mobile ?? person.phone },
    ...person.contacts.map(({ id, name, relation, phone }, index) => ({
      ...{ id, name, phone, place: String(index + 1), relation: labelOf('relation', relation) },
    })),
  ];
  const resultOf = ({ id }: Target) =>
    steps.findLast(({ kind, data }) => kind === 'call' && (data.contactId ?? null) === id)?.data.resultText;
  const next = targets.find((target) => target.phone !== null && resultOf(target) === undefined);
  useHotkey('F4', () => document.querySelector<HTMLElement>('.case-side [data-next-call]')?.click(), active && canCall);
  const record = async (target: Target, call: CallResult) => {
    const input = { id: detail.id, call, ...(target.id && { contactId: target.id }) };
    const saved = await withToast(() => callApi(warningApi.noteEarlyWarning, input), {
      done: '通话已记录',
      failed: '通话没有记录',
    });
    if (saved) onChanged();
  };
  return (
    <section aria-label="呼叫">
      <h2>
        呼叫 <span className="font-normal text-text2">按顺序</span>
      </h2>
      {person.communication && <p className="text-[13px] text-text2">{person.communication}</p>}
      <ul className="case-calls p-0">
        {targets.map((target) => (
          <li key={target.id ?? 'own'} className="grid items-center">
            <span className="case-place" aria-hidden="true">
              {target.place}
            </span>
            <span className="min-w-0">
              <b>{target.name}</b> <span className="text-[13px] text-text2">{target.relation}</span>{' '}
              <span className="text-[13px] text-success">{String(resultOf(target) ?? '')}</span>
              <br />
              <span className="whitespace-nowrap text-[13px] text-text2">
                {target.phone ? spacedPhone(target.phone) : '没有电话'}
              </span>
            </span>
            {canCall && target.phone && (
              <span className="flex gap-1">
                <a
                  className={`button ${target === next ? 'primary' : ''} small inline-flex items-center gap-1`}
                  href={`tel:${target.phone}`}
                  {...(target === next && { 'data-next-call': '' })}
                >
                  <Phone size={13} aria-hidden="true" /> 拨打{target === next && <kbd>F4</kbd>}
                </a>
                <MenuButton
                  menu={{
                    items: Object.entries(callResults).map(([key, label]) => ({ key, label })),
                    onClick: ({ key }) => void record(target, key as CallResult),
                  }}
                >
                  <Button small>结果</Button>
                </MenuButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {!person.unmasked && <p className="text-[13px] text-text3">接手后显示完整号码</p>}
    </section>
  );
}
