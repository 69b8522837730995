import { Drawer } from 'antd';
import { useEffect, useState } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { browserOf } from '#shared/userAgent.ts';
import { isAborted, problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { count, fullTime, missing } from '#web/data/format.ts';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { cmdActions } from '../contract/actions.ts';
import { cmdLogApi } from '../contract.ts';
import { ChangeTable, ResultText } from './cells.tsx';

type Detail = OutputOf<typeof cmdLogApi.getCmdLog>;

/** Detail of one command: user and address, masked input, changes. */
export function CommandDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const [detail, setDetail] = useState<Detail>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    setDetail(undefined);
    callApi(cmdLogApi.getCmdLog, { id }, { signal: leaving.signal }).then(setDetail, (error: unknown) => {
      if (!isAborted(error)) setProblem(problemText(error, '详情没有取到'));
    });
    return () => leaving.abort();
  }, [id]);
  return (
    <Drawer open size={720} title={detail ? `${detail.moduleName} · ${detail.title}` : '命令详情'} onClose={onClose}>
      {problem && <p role="alert">{problem}</p>}
      {detail && <Body detail={detail} />}
    </Drawer>
  );
}

/** Shows the readable browser name, then the raw user agent. */
function Agent({ agent }: { agent: string }) {
  return (
    <>
      {browserOf(agent)}
      <small className="block text-xs text-text3">{agent}</small>
    </>
  );
}

function Body({ detail }: { detail: Detail }) {
  const facts: [string, React.ReactNode][] = [
    ['时间', fullTime(detail.at)],
    ['操作人', `${detail.userName ?? missing}（${detail.account ?? missing}）`],
    ['部门', detail.departmentName ?? missing],
    ['动作', cmdActions[detail.kind]],
    ['对象', [detail.objectName, detail.objectId].filter(Boolean).join(' · ') || missing],
    ['结果', <ResultText key="result" result={detail.result} />],
    ['响应码', detail.code],
    ['错误', detail.error ?? missing],
    ['方法与路径', `${detail.method} ${detail.path}`],
    ['IP', detail.ip ?? missing],
    ['耗时', `${count(detail.durationMs)} ms`],
    ['浏览器', detail.agent ? <Agent key="agent" agent={detail.agent} /> : missing],
    [
      '追踪号',
      <span key="trace" className="mono">
        {detail.traceId} <CopyButton text={detail.traceId} label="复制" />
      </span>,
    ],
  ];
  return (
    <div className="log-detail">
      <DescriptionList facts={facts} columns={2} term={80} />
      <h3 className="mb-2 text-sm mt-4">改动的字段</h3>
      <ChangeTable changes={detail.changes} />
      {detail.changeCount > detail.changes.length && (
        <p>这次操作共改动 {count(detail.changeCount)} 条记录，这里列出前面的。</p>
      )}
      <h3 className="mb-2 text-sm mt-4">请求内容</h3>
      <p className="log-none mb-2 text-text3">密码与令牌不记录，个人信息已脱敏。</p>
      <pre className="p-3 rounded-md text-xs bg-s2 overflow-auto">{JSON.stringify(detail.input, null, 2)}</pre>
    </div>
  );
}
