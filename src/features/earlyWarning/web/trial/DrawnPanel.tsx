import { useEffect, useState } from 'react';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import { JobProgress } from '#web/job/JobProgress.tsx';
import { refreshJobs, useJobs } from '#web/job/jobs.ts';
import { Button } from '#web/ui/Button.tsx';
import { Tile } from '#web/ui/Tile.tsx';
import type { TrialResult } from '../../contract/tryRule.ts';
import { judgedOf, type RuleDraft, type StoredRule } from '../editor/draft.ts';
import { DrawnDays } from './DrawnDays.tsx';

interface Props {
  draft: RuleDraft;
  row: StoredRule | undefined;
  isWhole: boolean;
  days: number;
}

type Input = InputOf<(typeof earlyWarningApi)['tryRule']>;

/** Whether more or fewer than by the rule in force: 少 66%. */
function changeText(raised: number, former: number): string {
  if (former === 0 || raised === former) return raised === former ? '一样多' : '';
  const percent = Math.round((Math.abs(raised - former) / former) * 100);
  return `${raised < former ? '少' : '多'} ${percent}%`;
}

function Noisiest({ people }: Pick<TrialResult, 'people'>) {
  const most = Math.max(1, ...people.flatMap(({ n, former }) => [n, former ?? 0]));
  const share = (n: number) => `${(n / most) * 100}%`;
  return (
    <ol className="flex flex-col gap-1.5" aria-label="报得最多的人">
      {people.map(({ id, name, n, former }) => (
        <li key={id} className="rule-noisy grid items-center gap-2 text-[13px]">
          <span className="truncate">{name}</span>
          <span className="rule-bar" aria-hidden>
            {former !== null && <i style={{ width: share(former) }} />}
            <b style={{ width: share(n) }} />
          </span>
          <span className="text-right">
            <b>{n}</b>
            {former !== null && <span className="text-text3"> / {former}</span>}
          </span>
          {can('archive:edit') && <a href={`#/healthy/archives/${id}?section=band`}>调阈值</a>}
        </li>
      ))}
    </ol>
  );
}

function Result({ result, days }: { result: TrialResult; days: number }) {
  const { tried, raised, former, people } = result;
  return (
    <div className="flex flex-col gap-4">
      <ul className="tiles rule-tiles border-b border-line" aria-label="抽样结果">
        <Tile name="试了" figure={count(tried)} unit="人" note={tried < 200 ? '人群里的全部' : '随机抽出'} />
        <Tile name="会报" figure={count(raised)} unit="条" note={`每天 ${(raised / days).toFixed(1)} 条`} />
        {former && (
          <Tile name="现行会报" figure={count(former.raised)} unit="条" note={changeText(raised, former.raised)} />
        )}
      </ul>
      <div className="rule-drawn grid gap-4 px-4 pb-4">
        <div>
          <h4 className="text-[13px] font-bold pb-2">{days} 天，每天条数</h4>
          <DrawnDays days={result.days} former={former?.days} />
        </div>
        <div>
          <h4 className="text-[13px] font-bold pb-2">报得最多的人{former && ' · 这一版 / 现行'}</h4>
          {people.length > 0 ? <Noisiest people={people} /> : <p className="text-[13px] text-text3">谁都不会报。</p>}
        </div>
      </div>
    </div>
  );
}

function explain(isWhole: boolean, isOld: boolean): string {
  if (!isWhole) return '填完整后试算。';
  if (isOld) return '下面是改动前的结果。';
  return '从适用的人里抽 200 位，同一天抽到的是同一批；不存入任何记录。';
}

/** A try-out on at most 200 drawn people of the scope, as a job. */
export function DrawnPanel({ draft, row, isWhole, days }: Props) {
  const [started, setStarted] = useState<{ jobId: string; days: number; judged: string }>();
  const { jobs } = useJobs();
  const job = jobs.find(({ id }) => id === started?.jobId);
  useEffect(() => {
    if (started) refreshJobs();
  }, [started]);
  const isUnderWay = started !== undefined && (!job || job.state === 'waiting' || job.state === 'running');
  const judged = JSON.stringify(judgedOf(draft));
  const start = () =>
    withToast(
      async () => {
        const input = { ...(judgedOf(draft) as Omit<Input, 'days'>), days, ...(row && { id: row.id }) };
        const answer = await callApi(earlyWarningApi.tryRule, input);
        if (!Array.isArray(answer)) setStarted({ jobId: answer.jobId, days, judged });
        return true;
      },
      { failed: '没有开始试算' },
    );
  return (
    <section className="flex flex-col gap-2 border-t border-line" aria-label="抽样 200 人">
      <div className="flex flex-wrap items-center gap-3 px-4 py-2 text-[13px] text-text2">
        <h3 className="text-sm font-bold text-text">抽样 200 人</h3>
        <Button disabled={!isWhole || isUnderWay} onClick={() => void start()}>
          {started ? '重新试算' : '开始试算'}
        </Button>
        {explain(isWhole, started !== undefined && (started.judged !== judged || started.days !== days))}
      </div>
      {isUnderWay && job && (
        <div className="px-4">
          <JobProgress job={job} />
        </div>
      )}
      {job?.state === 'failed' && <p className="px-4 text-[13px] text-level1-text">{job.message}</p>}
      {job?.state === 'done' && started && <Result result={job.result as unknown as TrialResult} days={started.days} />}
    </section>
  );
}
