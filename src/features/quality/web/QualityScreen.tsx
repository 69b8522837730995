import { useRef, useState } from 'react';
import { qualityApi, sample } from '#features/quality/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can, useSession } from '#web/api/session.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { ListActions } from '#web/crud/types.ts';
import { box, toast } from '#web/message/message.tsx';
import { useScreen } from '#web/screen/screen.ts';
import type { PresetViewOf } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cells, type SampleRow } from './cells.tsx';
import { FigureTable } from './FigureTable.tsx';
import { SampleDrawer } from './SampleDrawer.tsx';
import { ScoreForm } from './ScoreForm.tsx';

const endpoints = { list: qualityApi.getSampleList };
const columns = [
  ...(['warnNo', 'type', 'level', 'operatorName', 'finishedAt', 'rule', 'state', 'total'] as const),
  ...(['comment', 'scoredByName', 'scoredAt', 'seenAt', 'reply'] as const),
] as const;
const views = [
  { key: 'samples', label: '抽检' },
  { key: 'figures', label: '坐席指标' },
] as const;
const presetViews: readonly PresetViewOf<typeof qualityApi.getSampleList>[] = [
  { key: 'waiting', name: '待评', filters: { state: 'waiting' } },
  { key: 'returned', name: '退回', filters: { state: 'returned' } },
];

async function markSeen({ id }: SampleRow): Promise<boolean> {
  await callApi(qualityApi.seeSample, { id });
  toast.success('已标记为已阅');
  return true;
}

async function answer({ id, warnNo, comment }: SampleRow): Promise<boolean> {
  const reply = await box.prompt(comment ?? '没有评语', {
    ...{ title: `质检说明 · ${warnNo}`, label: '你的说明', ok: '提交说明' },
    ...{ required: true, multiline: true, maxLength: 500, placeholder: '当时的情况，或已经怎样改正' },
  });
  if (reply === null) return false;
  await callApi(qualityApi.seeSample, { id, reply });
  toast.success('已提交说明，评分人会收到通知');
  return true;
}

/** Asks for the number of a warn and opens its sheet. */
async function choose(open: (id: string) => void): Promise<boolean> {
  const warnNo = await box.prompt('按编号抽检一条已结束的告警。列表里的短编号也可以，如 0005。', {
    ...{ title: '抽检', label: '告警编号', required: true, maxLength: 40, ok: '抽检', error: '请填写告警编号' },
  });
  if (warnNo === null) return false;
  const created = await withToast(() => callApi(qualityApi.chooseSample, { warnNo: warnNo.trim() }), {
    ...{ done: null, failed: '没有抽检' },
  });
  if (!created) return false;
  toast.success(created.known ? '这条告警已经在抽检里' : '已加入抽检');
  open(created.id);
  return true;
}

/** 质检 (domain.md 8.9): samples of closed warns, and figures per operator. */
export default function QualityScreen() {
  const { query, setQuery } = useScreen();
  const userId = useSession().user?.id;
  const list = useRef<ListActions<SampleRow>>(undefined);
  const [opened, setOpened] = useState<string>();
  const [scored, setScored] = useState<SampleRow>();
  const view = views.find(({ key }) => key === query.get('view')) ?? views[0];
  const tabs = <ViewTabs label="质检" views={views} value={view.key} onChange={(key) => setQuery({ view: key })} />;
  if (view.key === 'figures') return <FigureTable tabs={tabs} />;
  const show = ({ id }: SampleRow) => setOpened(id);
  const scores = (row: SampleRow) => can('quality:score') && row.operatorId !== userId;
  const theirs = (row: SampleRow) => row.operatorId === userId && row.state !== 'waiting';
  return (
    <>
      <ListScreen
        resource={sample}
        endpoints={endpoints}
        cells={cells}
        columns={columns}
        filters={[
          ['state', { width: 152 }],
          ['rule', { width: 168 }],
          { kind: 'dates', from: 'from', to: 'to', unit: 'instant', label: '结束时间' },
          { kind: 'dates', from: 'warnFrom', to: 'warnTo', unit: 'day', label: '告警时间' },
          { kind: 'check', field: 'counted', label: '计入统计', elsewhere: true },
          { kind: 'text', field: 'operatorId', label: '处理人', elsewhere: true },
          { kind: 'text', field: 'departmentId', label: '部门', elsewhere: true },
        ]}
        labelOf={({ warnNo }) => warnNo}
        actions={(listActions) => {
          list.current = listActions;
          return [
            { key: 'open', label: '查看', onClick: show },
            { key: 'score', label: '评分', onClick: setScored, shown: (row) => scores(row) && row.state === 'waiting' },
            { key: 'again', label: '重评', onClick: setScored, shown: (row) => scores(row) && row.state !== 'waiting' },
            listActions.action('seen', '已阅', markSeen, { shown: (row) => theirs(row) && row.seenAt === null }),
            listActions.action('answer', '说明', answer, { shown: theirs }),
          ];
        }}
        nothing={
          can('quality:score')
            ? '还没有抽检的告警。升级过的结案告警全部抽检，其余按项目配置的比例。'
            : '你处理的告警还没有被抽检。'
        }
        toolbar={
          can('quality:score') && (
            <Button onClick={() => void choose(setOpened).then((created) => created && list.current?.reload())}>
              抽检一条…
            </Button>
          )
        }
        table={{ views: tabs, presetViews, actionsWidth: 112, onOpen: show }}
      />
      {opened && <SampleDrawer id={opened} onClose={() => setOpened(undefined)} />}
      {scored && <ScoreForm row={scored} onDone={() => list.current?.reload()} onClosed={() => setScored(undefined)} />}
    </>
  );
}
