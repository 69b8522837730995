import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { type CloseDraft, FalseRequestPanel } from '#features/closing/web/service.ts';
import { PhoneCalls } from '#features/phoneCall/web/service.ts';
import {
  accessTo,
  claimAndOpen,
  type DeskDialog,
  sexAndAge,
  stateMark,
  subjectName,
  useAction,
  useOpenWarns,
  useWarnDraft,
  type WarnDetail,
} from '#features/warn/web/service.ts';
import { DeskBroken, DeskRefused } from '#features/warnList/web/service.ts';
import { useLocated, WarnMap } from '#features/warnTrack/web/service.ts';
import { can, useSession } from '#web/api/session.ts';
import { useNow } from '#web/core/now.ts';
import { fullTime, waiting } from '#web/data/format.ts';
import { Slots } from '#web/screen/Slots.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { RestrictedNotice } from '../customer/RestrictedNotice.tsx';
import { WarnDialogs } from '../WarnDialogs.tsx';
import '../calls.css';
import { entryLines } from '../entryLines.ts';
import { PrintSheet } from '../print/PrintSheet.tsx';
import { isSearched } from '../searched.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import { useReceipt } from '../useReceipt.ts';
import { useWarnDetail } from '../useWarnDetail.ts';
import { PhoneActions } from './PhoneActions.tsx';

/** Height in px; the calls below must be within reach of the thumb. */
const mapHeight = 140;

/** Warn on a phone (picture 13b). */
export function PhoneWarn({ id, onBack }: { id: string; onBack: () => void }) {
  const row = useOpenWarns().find((each) => each.id === id) ?? null;
  const { state, reload, replace } = useWarnDetail(id, row?.version ?? null);
  return (
    <div className="phone-case flex flex-col min-h-0 text-base leading-6 h-full relative">
      <button type="button" className="phone-back absolute h-11" onClick={onBack} aria-label="返回告警列表">
        <ChevronLeft size={24} aria-hidden="true" />
      </button>
      {state.kind === 'loading' && <p className="quiet">加载中…</p>}
      {state.kind === 'refused' && <DeskRefused onBack={onBack} />}
      {state.kind === 'broken' && <DeskBroken problem={state.problem} onRetry={reload} />}
      {state.kind === 'ready' && <Ready detail={state.detail} reload={reload} onReveal={replace} />}
    </div>
  );
}

interface ReadyProps {
  detail: WarnDetail;
  reload: () => void;
  onReveal: (detail: WarnDetail) => void;
}

function Ready({ detail, reload, onReveal }: ReadyProps) {
  const { active, query, setQuery } = useScreen();
  const userId = useSession().user?.id ?? null;
  const access = accessTo(detail, userId, can);
  useReceipt(detail, userId, active);
  const run = useAction(detail, reload);
  const place = useLocated(detail, access, active, run);
  const [closing, setClosing, dropClosing] = useWarnDraft<CloseDraft>(detail, 'close', {});
  const [dialog, setDialog] = useState<DeskDialog | null>(null);
  const [noting, setNoting] = useState(false);
  const search = <Slots name="warnLost" props={{ detail, onChanged: reload }} />;
  return (
    <>
      <div className="flex-1 overflow-y-auto">
        <CustomerHeader detail={detail} />
        <FalseRequestPanel detail={detail} onDialog={setDialog} />
        {detail.type === 'lost' && search}
        <WarnMap access={access} place={place} height={mapHeight} drawn={!isSearched(detail)} />
        <PhoneCalls detail={detail} disabled={!access.call} run={run} />
        {detail.type !== 'lost' && search}
        {detail.whole ? <Health detail={detail} /> : <RestrictedNotice detail={detail} onReveal={onReveal} />}
        <Timeline detail={detail} canNote={access.assist} run={run} noting={noting} onNoting={setNoting} />
      </div>
      <PhoneActions
        detail={detail}
        access={access}
        run={run}
        onClaim={() => void claimAndOpen(detail, () => reload())}
        onDialog={setDialog}
        onNote={() => setNoting(true)}
        onPrint={() => setQuery({ print: '1' })}
      />
      <WarnDialogs
        detail={detail}
        dialog={dialog}
        sendTo={null}
        closing={closing}
        run={run}
        onClosing={setClosing}
        onClosed={dropClosing}
        onClose={() => setDialog(null)}
      />
      {query.get('print') === '1' && <PrintSheet detail={detail} onClose={() => setQuery({ print: null })} />}
    </>
  );
}

function CustomerHeader({ detail }: { detail: WarnDetail }) {
  const now = useNow(1000);
  const { customer } = detail;
  const mark = stateMark(detail);
  const { area: district, spot, address } = customer ?? detail;
  const entry = entryLines(detail.keyHolder, customer).join('；');
  const over = detail.finishedAt === null ? now : Date.parse(detail.finishedAt);
  return (
    <section className="phone-person gap-y-1 gap-x-3 grid items-center bg-container" aria-label="客户">
      <span
        className="portrait align-middle inline-flex flex-none items-center justify-center overflow-hidden border border-line rounded-sm bg-s3 text-text2 text-lg font-bold"
        aria-hidden="true"
      >
        {[...subjectName(detail)].slice(-2).join('')}
      </span>
      <h2 className="text-[26px] leading-8">
        {subjectName(detail)} <small className="font-normal text-base text-text">{sexAndAge(detail)}</small>{' '}
        {mark !== null && <b className="text-base text-level1-text">{mark}</b>}
      </h2>
      <time
        className="font-bold text-[22px]"
        aria-hidden="true"
        title={`${fullTime(detail.receivedAt, detail.timeZone)} 收到`}
      >
        {waiting(over - Date.parse(detail.receivedAt))}
      </time>
      <p className="where">
        {spot === null && (district ?? '位置不详')} <b>{spot ?? address}</b>
        {spot !== null && ` ${[district, address].filter(Boolean).join(' ')}`}
      </p>
      <ul className="flags flex flex-wrap gap-1.5">
        {(customer?.flags ?? detail.flags).map((flag) => (
          <li
            className="flag rounded-sm bg-level1-tint inline-flex items-center gap-1 px-2 font-bold text-[13px] leading-6 text-level1-text"
            key={flag}
          >
            {flag}
          </li>
        ))}
      </ul>
      {entry !== '' && <p>{entry}</p>}
    </section>
  );
}

/** Health data for responders and the emergency call. */
function Health({ detail: { customer, customerId } }: { detail: WarnDetail }) {
  if (customer === null) return null;
  const facts = [
    ['疾病', customer.conditions],
    ['用药', customer.medicines],
    ['过敏', customer.allergies],
  ] as const;
  return (
    <div className="px-4 py-2 text-[15px] border-b border-line bg-container">
      <dl>
        {facts.map(([label, items]) => (
          <div className="flex gap-3" key={label}>
            <dt className="flex-none text-text2">{label}</dt>
            <dd>{items.join('、') || '没有登记'}</dd>
          </div>
        ))}
      </dl>
      {can('archive:list') && (
        <a className="inline-flex items-center min-h-11" href={`#/healthy/archives/${customerId}`}>
          健康档案
        </a>
      )}
    </div>
  );
}
