import { InputNumber, Select } from 'antd';
import { Plus, X } from 'lucide-react';
import { ladderTargets, type Rung } from '#features/project/contract.ts';
import { channelKindList, channelKinds } from '#shared/codes.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { useChannels } from './channel/useChannels.ts';
import { defaultLadder } from './ladderText.ts';

type Channels = NonNullable<Rung['channels']>;

const channelOptions = channelKindList.map((value) => ({ value, label: channelKinds[value] }));
const targets = optionsOf(ladderTargets);

/** Keys of rungs by position, the only identity of a rung; the contract allows ten. */
const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

/** Editor with one row per rung; without rungs the product's default ladder applies. */
export default function LadderEditor({
  value,
  onChange,
  attributes,
  claimSeconds,
  projectId,
}: ControlProps & { claimSeconds: number; projectId: string }) {
  const rungs = (value as Rung[] | undefined) ?? [];
  const { data } = useChannels(projectId);
  const usable = data?.rows.filter(({ status }) => status === 'enabled').map(({ kind }) => kind);
  const named = rungs.flatMap(({ channels = [], instead = [] }) => [...channels, ...instead]);
  const missing = usable && channelKindList.filter((kind) => named.includes(kind) && !usable.includes(kind));
  const set = (index: number, patch: Partial<Rung>) =>
    onChange(rungs.map((rung, rungIndex) => (rungIndex === index ? { ...rung, ...patch } : rung)));
  const add = () => {
    const last = rungs.at(-1);
    onChange([...rungs, last ? { after: last.after * 2, target: 'admin' } : { after: claimSeconds, target: 'leader' }]);
  };
  return (
    <fieldset
      className="project-ladder min-w-0 px-3 py-2 rounded-md border border-edge"
      id={attributes.id}
      aria-describedby={attributes['aria-describedby']}
      aria-label="升级阶梯"
    >
      {rungs.length === 0 && (
        <p className="text-text2">
          用默认阶梯（接警时限的 1、3、5 倍）
          <Button kind="link" onClick={() => onChange(defaultLadder(claimSeconds))}>
            改成自己的
          </Button>
        </p>
      )}
      {rungs.map((rung, index) => (
        <div key={places[index]} className="project-rung flex items-center flex-wrap gap-2 mb-2">
          <b className="text-center w-5 text-text3">{index + 1}</b>
          <InputNumber
            aria-label={`第 ${index + 1} 级等待秒数`}
            min={rung.target === 'contacts' ? 0 : 3}
            max={86_400}
            precision={0}
            changeOnWheel={false}
            suffix="秒"
            status={index > 0 && rung.after <= (rungs[index - 1]?.after ?? 0) ? 'error' : undefined}
            value={rung.after}
            onChange={(after) => set(index, { after: after ?? (rung.target === 'contacts' ? 0 : 3) })}
          />
          没人接警，通知
          <Select
            aria-label={`第 ${index + 1} 级通知对象`}
            value={rung.target}
            options={targets}
            onChange={(target: Rung['target']) => set(index, { target })}
          />
          <Select
            mode="multiple"
            className="flex-1"
            aria-label={`第 ${index + 1} 级通知渠道`}
            placeholder={rung.target === 'contacts' ? '用哪些渠道' : '只在站内'}
            value={rung.channels ?? []}
            options={channelOptions}
            onChange={(channels: Channels) => set(index, { channels })}
          />
          {(rung.channels ?? []).length > 0 && (
            <Select
              mode="multiple"
              className="flex-1"
              aria-label={`第 ${index + 1} 级备用渠道`}
              placeholder="发不出时改用"
              value={rung.instead ?? []}
              options={channelOptions.filter(({ value }) => !rung.channels?.includes(value))}
              onChange={(instead: Channels) => set(index, { instead })}
            />
          )}
          <Button
            kind="icon"
            className="project-drop ml-auto text-text3"
            size={24}
            aria-label={`删除第 ${index + 1} 级`}
            onClick={() => onChange(rungs.filter((_rung, rungIndex) => rungIndex !== index))}
          >
            <X size={14} aria-hidden />
          </Button>
        </div>
      ))}
      {missing && missing.length > 0 && (
        <p className="text-xs text-level2-text mb-1" role="status">
          本项目没有启用{missing.map((kind) => channelKinds[kind]).join('、')}：在「通知渠道」里设好之前，这样发不出去。
        </p>
      )}
      {rungs.length > 0 && rungs.length < places.length && (
        <Button kind="link" onClick={add}>
          <Plus size={14} aria-hidden /> 加一级
        </Button>
      )}
    </fieldset>
  );
}
