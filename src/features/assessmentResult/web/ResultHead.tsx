import { CircleCheck, CircleDashed, CircleSlash, CircleX, Ellipsis, Printer } from 'lucide-react';
import { useState } from 'react';
import type { AssessmentDetail } from '#features/assessment/contract.ts';
import { assessmentStatuses, isFinished } from '#features/assessment/contract.ts';
import type { AssessmentAct } from '#shared/contract/assessmentLink.ts';
import { can as may } from '#web/api/session.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { Acts } from './act/Acts.tsx';
import { PictureSignForm } from './act/PictureSignForm.tsx';
import { signAsAssessor } from './act/signAsAssessor.tsx';
import type { ResultProps } from './ResultPage.tsx';

const glyphs = {
  draft: CircleDashed,
  review: CircleDashed,
  done: CircleCheck,
  void: CircleX,
  replaced: CircleSlash,
  expired: CircleSlash,
} as const;

/** Who was assessed by what, the state, and what the viewer may do. */
export function ResultHead({ assessment, scale, changed, onChangeAnswers }: ResultProps) {
  const { active, query, setQuery } = useScreen();
  const [signing, setSigning] = useState(false);
  const { can, status, before } = assessment;
  useHotkey('R', changed, active);
  const open = (act: AssessmentAct) => setQuery({ act });
  const sign = async () => {
    if (await signAsAssessor(assessment, scale)) changed();
  };
  const isComparing = query.get('act') === 'compare';
  const items = [
    { key: 'reload', label: '刷新（R）', onClick: changed },
    ...(onChangeAnswers ? [{ key: 'change', label: '修改答案…', onClick: onChangeAnswers }] : []),
    ...(can.void ? [{ key: 'void', label: '作废…', danger: true, onClick: () => open('void') }] : []),
  ];
  const next = can.sign ? 'sign' : can.review ? 'review' : 'print';
  return (
    <header className="result-head flex flex-wrap items-center gap-x-4 gap-y-2 flex-none border-b border-line px-4 py-2">
      <Identity assessment={assessment} />
      <div className="record-actions flex flex-wrap gap-2">
        {before && (
          <Button aria-pressed={isComparing} onClick={() => setQuery({ act: isComparing ? null : 'compare' })}>
            对比上次
          </Button>
        )}
        {can.replace && <Button onClick={() => open('replace')}>复评…</Button>}
        {can.addSignature && <Button onClick={() => setSigning(true)}>手写或扫描签名…</Button>}
        {can.review && (
          <Button {...(next === 'review' && { kind: 'primary' })} onClick={() => open('review')}>
            审核…
          </Button>
        )}
        {can.sign && (
          <Button kind="primary" onClick={() => void sign()}>
            签名…
          </Button>
        )}
        <Button {...(next === 'print' && { kind: 'primary' })} onClick={() => open('print')}>
          <Printer size={14} aria-hidden /> 评估报告 A4
        </Button>
        <MenuButton placement="bottomRight" menu={{ items }}>
          <Button aria-label="更多操作">
            <Ellipsis size={16} aria-hidden />
          </Button>
        </MenuButton>
      </div>
      <Acts assessment={assessment} scale={scale} changed={changed} />
      {signing && (
        <PictureSignForm assessment={assessment} scale={scale} onDone={changed} onClosed={() => setSigning(false)} />
      )}
      {status === 'review' && !can.sign && !can.review && <Waiting assessment={assessment} />}
    </header>
  );
}

function Identity({ assessment }: { assessment: AssessmentDetail }) {
  const { customerId, customerName, gender, age, status, validUntil, no, scaleName, scaleVersion } = assessment;
  const { reason, date, address } = assessment;
  const Glyph = glyphs[status];
  return (
    <div className="result-identity min-w-0">
      <h1 className="flex flex-wrap items-baseline gap-x-3 text-[18px] leading-7">
        {may('archive:list') ? (
          <a className="text-text" href={`#/healthy/archives/${customerId}`}>
            {customerName}
          </a>
        ) : (
          customerName
        )}
        <span className="font-normal text-sm">
          {labelOf('gender', String(gender))} {age === null ? '年龄不详' : `${age} 岁`}
        </span>
        <span className="inline-flex items-center gap-1 text-sm">
          <Glyph size={15} className="self-center" aria-hidden /> {assessmentStatuses[status]}
        </span>
        {validUntil !== null && isFinished(assessment) && (
          <span className="font-normal text-[13px] text-text2">有效期至 {validUntil}</span>
        )}
      </h1>
      <p className="text-xs text-text2 wrap-anywhere">
        {[
          no,
          `${scaleName} 第 ${scaleVersion} 版`,
          labelOf('assess_reason', reason),
          [date, address].filter(Boolean).join(' '),
          '答案、事实和人员信息已冻结',
        ].join(' · ')}
      </p>
    </div>
  );
}

/** Says whom a submitted assessment waits for, where the viewer can do nothing. */
function Waiting({ assessment: { signed, signaturesNeeded } }: { assessment: AssessmentDetail }) {
  const open = signaturesNeeded - signed;
  return (
    <p className="w-full text-[13px] text-text2">
      {open > 0 ? `还差 ${open} 位评估员签名，签完才能审核` : '评估员都已签名，等没有参加评估的人审核'}
    </p>
  );
}
