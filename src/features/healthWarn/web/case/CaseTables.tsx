import { signTitle, signUnit, signValue } from '#shared/health/rule/sentence.ts';
import { fullTime, listTime, waiting } from '#web/data/format.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { warningResults, warningStates } from '../../contract.ts';
import { figuresOf } from '../words.ts';
import type { Detail } from './panels.ts';
import { stepWords } from './stepWords.ts';

interface Props {
  detail: Detail;
  /** Absent: nothing can be added. */
  onNote: (() => void) | undefined;
}

/** The samples that fired, earlier warnings of the sign, and what was done. */
export function CaseTables({ detail, onNote }: Props) {
  const { active } = useScreen();
  useHotkey('N', () => onNote?.(), active && onNote !== undefined);
  return (
    <div className="case-tables grid border-t border-line text-[13px]">
      <Samples detail={detail} />
      <Before detail={detail} />
      <section aria-label="经过">
        <h2 className="flex items-center justify-between">
          <span>经过</span>
          {onNote && (
            <Button kind="link" onClick={onNote}>
              加备注 <kbd>N</kbd>
            </Button>
          )}
        </h2>
        <ol className="p-0">
          {[...detail.steps].reverse().map((step) => (
            <li key={step.id} className="case-step">
              <time className="text-text2" title={fullTime(step.at, detail.timeZone)}>
                {listTime(step.at, Date.now(), detail.timeZone)}
              </time>
              <span className="text-text3">+{waiting(Date.parse(step.at) - Date.parse(detail.createdAt))}</span>
              <span>{stepWords(step)}</span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Samples({ detail }: { detail: Detail }) {
  const { evidence, timeZone } = detail;
  const { limit, sign } = figuresOf(detail);
  return (
    <section aria-label="触发样本">
      <h2>
        触发样本{' '}
        <span className="font-normal text-text2">
          {evidence.samples.length} 个{limit !== null && `，界限 ${sign} ${limit}`}
        </span>
      </h2>
      <table className="w-full">
        <tbody>
          {[...evidence.samples]
            .reverse()
            .slice(0, 6)
            .map(({ at, metric, value }) => (
              <tr key={`${metric} ${at}`}>
                <td className="text-text2" title={fullTime(at, timeZone)}>
                  {listTime(at, Date.now(), timeZone)}
                </td>
                <td>
                  <b className={`level${detail.level} text-tone-text`}>{signValue(metric, value)}</b>{' '}
                  <span className="text-text3">{signUnit(metric)}</span>
                </td>
                <td>{signTitle(metric)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

function Before({ detail }: { detail: Detail }) {
  const { before, metric, timeZone, customerId } = detail;
  return (
    <section aria-label="以往 30 天">
      <h2>
        以往 30 天 <span className="font-normal text-text2">同指标 {before.length} 次</span>
      </h2>
      {before.length === 0 && <p className="text-text2">没有触发过。</p>}
      <table className="w-full">
        <tbody>
          {before.slice(0, 6).map(({ id, createdAt, level, value, state, result }) => (
            <tr key={id}>
              <td>
                <a href={`#/healthy/early_warning?id=${id}`}>{listTime(createdAt, Date.now(), timeZone).slice(0, 5)}</a>
              </td>
              <td>
                <LevelSign level={level} size={12} decorative={false} />
              </td>
              <td>
                <b>{figuresOf({ ...detail, metric, value }).value}</b>
              </td>
              <td className="text-text2">{result ? warningResults[result] : warningStates[state]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href={`#/healthy/early_warning?tab=all&customerId=${customerId}`}>这位老人的全部预警</a>
      </p>
    </section>
  );
}
