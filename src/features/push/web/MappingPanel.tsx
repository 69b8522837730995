import { Button as AntButton, Input } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { errorLabel } from '#shared/deviceLabels.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText, withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { fullTime } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { pushApi } from '../contract.ts';
import type { Source } from './useSources.ts';

type PreviewResult = OutputOf<typeof pushApi.tryPushSource>;
type Mapping = Record<string, unknown>;

const written = (mapping: unknown) => JSON.stringify(mapping, null, 2);

/** Returns the draft key of a source's mapping; the draft stays until saved or discarded. */
export const draftOf = ({ source }: Pick<Source, 'source'>) => `mapping.${source}`;

/** Returns the typed mapping; a sentence when it is invalid. */
function typed(text: string): Mapping | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Mapping)
      : '映射须是一个 JSON 对象';
  } catch (error) {
    return `不是 JSON：${error instanceof Error ? error.message : ''}`;
  }
}

interface Props {
  source: Source;
  /** Log row with the stored body to try. */
  logId: string | undefined;
  /** Reloads the source. */
  onSaved: () => Promise<void>;
  /** Called with whether there are unsaved changes. */
  onTyped: (unsaved: boolean) => void;
}

/** Panel for a source's mapping: edit, try on a body, then save. */
export function MappingPanel({ source, logId, onSaved, onTyped }: Props) {
  const { draft } = useScreen();
  const storedDraft = useMemo(() => draft<string>(draftOf(source)), [draft, source]);
  const [text, setText] = useState(() => storedDraft.read() ?? written(source.mapping));
  const [body, setBody] = useState('');
  const [preview, setPreview] = useState<PreviewResult>();
  const [problem, setProblem] = useState<string>();
  const { data: versions, reload } = useCall(pushApi.getPushVersionList, { source: source.source }, { first: true });
  const attemptWith = useCallback(
    async (mapping: Mapping | string, from: { body?: string; logId?: string }) => {
      if (typeof mapping === 'string') return setProblem(mapping);
      setProblem(undefined);
      try {
        const answer = await callApi(pushApi.tryPushSource, { source: source.source, mapping, ...from });
        setPreview(answer);
        setBody(answer.body);
      } catch (error) {
        setPreview(undefined);
        setProblem(problemText(error, '没有试成'));
      }
    },
    [source.source],
  );
  useEffect(() => {
    if (logId) void attemptWith(source.mapping, { logId });
  }, [logId, source.mapping, attemptWith]);
  const unsaved = text !== written(source.mapping);
  useEffect(() => {
    onTyped(unsaved);
    return () => onTyped(false);
  }, [unsaved, onTyped]);
  // The typed mapping is restored after leaving by a link and coming back.
  useEffect(() => {
    if (unsaved) storedDraft.write(text);
    else storedDraft.clear();
  }, [unsaved, text, storedDraft]);
  const save = async () => {
    const mapping = typed(text);
    if (typeof mapping === 'string') return setProblem(mapping);
    setProblem(undefined);
    const input = { source: source.source, mapping, version: source.version };
    const toasts = { done: '映射已保存，从现在起生效', failed: '映射没有保存' };
    await withToast(() => callApi(pushApi.editPushSource, input), toasts);
    // After a conflict the typed mapping stays, and the other user's is among the versions.
    await Promise.all([onSaved(), reload()]);
  };
  return (
    <section className="flex flex-col gap-3" aria-label={`${source.name} 的映射`}>
      <h2 className="text-sm font-bold">{source.name} 的映射</h2>
      <div className="push-mapping">
        <div className="flex flex-col gap-1">
          <span className="text-xs text-text3">映射（改动保存后才生效）</span>
          <Input.TextArea
            aria-label="映射"
            className="mono"
            rows={14}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <div className="flex flex-col gap-1">
          <span className="text-xs text-text3">内容（厂商推送的一条原文）</span>
          <Input.TextArea
            aria-label="内容"
            className="mono"
            rows={14}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </div>
      </div>
      <div className="flex items-center gap-2">
        <AntButton disabled={body === ''} onClick={() => void attemptWith(typed(text), { body })}>
          试一试
        </AntButton>
        {can('push:edit') && (
          <AntButton type="primary" disabled={!unsaved} onClick={() => void save()}>
            保存映射
          </AntButton>
        )}
        {unsaved && (
          <span className="text-[13px] text-text2">
            有没有保存的改动。
            <Button kind="link" onClick={() => setText(written(source.mapping))}>
              放弃改动
            </Button>
          </span>
        )}
      </div>
      {problem && (
        <p role="alert" className="danger">
          {problem}
        </p>
      )}
      {preview && <PreviewOutcome preview={preview} />}
      {(versions?.length ?? 0) > 0 && (
        <details>
          <summary>历史版本 {versions?.length}</summary>
          <ul className="flex flex-col gap-1">
            {versions?.map(({ version, at, userName, mapping }) => (
              <li key={version}>
                版本 {version} · {fullTime(at)} · {userName ?? '系统'}{' '}
                <Button kind="link" onClick={() => setText(written(mapping))}>
                  取回这一版
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function PreviewOutcome({ preview: { messages, errors } }: { preview: PreviewResult }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <p>
        读出 {messages.length} 条消息
        {errors.length > 0 && (
          <span className="danger">
            ，{errors.length} 处不能读：{errors.map(errorLabel).join('；')}
          </span>
        )}
      </p>
      {messages.length > 0 && (
        <pre className="push-body mono p-3 rounded-md text-xs bg-s2">
          {written(messages.map(({ raw: _raw, spans: _spans, values: _values, ...rest }) => rest))}
        </pre>
      )}
    </div>
  );
}
