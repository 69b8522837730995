import { Check, Info, Minus } from 'lucide-react';
import { isMet, type Sign, signLimits, signNames } from '#shared/health/night/signs.ts';
import { LevelSign } from '#web/ui/icons.tsx';
import { minutesText, numberText } from './format.ts';
import type { NightRecord } from './night.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

const figures: Record<Sign, (night: NightRecord) => [value: string, unit: string]> = {
  sol: ({ sol }) => [minutesText(sol), '分'],
  se: ({ se }) => [numberText(se, 1), '%'],
  waso: ({ waso }) => [minutesText(waso), '分'],
  longAwakenings: ({ longAwakenings }) => [numberText(longAwakenings), '次'],
};

function Mark({ tone }: Pick<Sentence, 'tone'>) {
  if (tone === 'notice') return <LevelSign level={3} size={16} />;
  if (tone === 'good') return <Check size={16} className="text-success" aria-hidden />;
  return <Info size={16} className="text-level4-text" aria-hidden />;
}

/** Why a sign has no figure. */
function absence({ marks, tst }: NightRecord): string {
  if (marks.includes('short') || marks.includes('gaps')) return '数据不足';
  return tst === null ? '设备不提供分期' : tst === 0 ? '没有睡着' : '设备不提供';
}

function SignTile({ night, sign }: { night: NightRecord; sign: Sign }) {
  const { title, limitText } = signLimits[sign];
  const met = isMet(sign, night);
  const [value, unit] = figures[sign](night);
  return (
    <div className="night-sign border-l border-line">
      <dt className="flex justify-between gap-2 text-[13px] text-text2">
        {title}
        {met !== null && (
          <b className={met ? 'text-success' : 'text-level2-text'}>
            {met ? <Check size={14} aria-hidden /> : <Minus size={14} aria-hidden />} {met ? '达到' : '未达'}
          </b>
        )}
      </dt>
      <dd className="m-0">
        {met === null ? (
          <span className="text-[13px] text-text2">{absence(night)}</span>
        ) : (
          <>
            <b className="text-[22px] leading-7">{value}</b> <span className="text-[13px] text-text2">{unit}</span>
          </>
        )}
        <span className="block text-xs text-text2">{limitText}</span>
      </dd>
    </div>
  );
}

/** What there is to say about a night, and the four public signs. */
export function NightSigns({ night }: { night: NightRecord }) {
  return (
    <section className="night-signs grid border-b border-line" aria-label="四项公开指标">
      <ul className="night-sentences p-0" aria-label="要点">
        {sentencesOf(night).map(({ tone, text }) => (
          <li key={text} className="flex items-start gap-2 text-[13px]">
            <span className="flex-none mt-0.5">
              <Mark tone={tone} />
            </span>
            {text}
          </li>
        ))}
      </ul>
      <dl className="night-four grid m-0">
        {signNames.map((sign) => (
          <SignTile key={sign} {...{ night, sign }} />
        ))}
      </dl>
    </section>
  );
}
