import { Checkbox, Radio } from 'antd';
import type { ReactNode } from 'react';
import { deadbands } from '#shared/health/rule/band.ts';
import { signUnit } from '#shared/health/rule/sentence.ts';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import type { RuleDraft } from './draft.ts';
import { NumberField, type NumbersProps } from './NumberField.tsx';

interface Props extends NumbersProps {
  draft: RuleDraft;
  onDraft: (patch: Partial<RuleDraft>) => void;
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-[13px]">{children}</div>
);

/** One choice of two, each with its figure in the same line. */
function Choice({
  chosen,
  onChoose,
  disabled,
  label,
  children,
}: {
  chosen: boolean;
  onChoose: () => void;
  disabled: boolean;
  label: string;
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-center">
      <Radio checked={chosen} disabled={disabled} onChange={onChoose}>
        {label}
      </Radio>
      {children}
    </span>
  );
}

function BandFields(props: Props) {
  const { draft, onDraft, ...rest } = props;
  const { bandBy, metric } = draft;
  return (
    <>
      <Row>
        <Choice
          {...{ label: '连续', disabled: rest.disabled, chosen: bandBy === 'times' }}
          onChoose={() => onDraft({ bandBy: 'times' })}
        >
          <NumberField {...rest} name="times" title="次数" unit="次" off={bandBy !== 'times'} />
        </Choice>
        <Choice
          {...{ label: '持续', disabled: rest.disabled, chosen: bandBy === 'minutes' }}
          onChoose={() => onDraft({ bandBy: 'minutes' })}
        >
          <NumberField {...rest} name="minutes" title="时长" unit="分钟" fraction off={bandBy !== 'minutes'} />
        </Choice>
      </Row>
      <Row>
        回到界限内
        <NumberField
          {...rest}
          name="back"
          title="回差"
          unit={`${signUnit(metric)}，保持`}
          placeholder={String(deadbands[metric] ?? 0)}
          fraction
        />
        <NumberField {...rest} name="clearMinutes" title="恢复时长" unit="分钟" fraction />
      </Row>
    </>
  );
}

const upDown = (up: string, down: string) =>
  [
    { key: 'up', label: up },
    { key: 'down', label: down },
  ] as const;

function Direction({ up, down, draft, onDraft, disabled }: Props & { up: string; down: string }) {
  return (
    <Segments
      label="方向"
      segments={upDown(up, down)}
      value={draft.rises ? 'up' : 'down'}
      onChange={(key) => !disabled && onDraft({ rises: key === 'up' })}
    />
  );
}

function StepFields(props: Props) {
  const { draft, onDraft: _onDraft, ...rest } = props;
  return (
    <Row>
      比前
      <NumberField {...rest} name="of" title="前几次" unit="次的中位数" />
      <Direction {...props} up="高" down="低" />
      <NumberField {...rest} name="by" title="变化量" unit={signUnit(draft.metric)} fraction />
    </Row>
  );
}

function TrendFields(props: Props) {
  const { draft, onDraft, ...rest } = props;
  const { trendBy, metric } = draft;
  return (
    <>
      <Row>
        <NumberField {...rest} name="days" title="天数" unit="天" />
        <Direction {...props} up="上升" down="下降" />
      </Row>
      <Row>
        <Choice
          {...{ label: '共', disabled: rest.disabled, chosen: trendBy === 'percent' }}
          onChoose={() => onDraft({ trendBy: 'percent' })}
        >
          <NumberField
            {...rest}
            {...{ name: 'percent', title: '变化百分比', unit: '%', fraction: true, off: trendBy !== 'percent' }}
          />
        </Choice>
        <Choice
          {...{ label: '每天', disabled: rest.disabled, chosen: trendBy === 'perDay' }}
          onChoose={() => onDraft({ trendBy: 'perDay' })}
        >
          <NumberField
            {...rest}
            {...{
              name: 'perDay',
              title: '每天变化',
              unit: signUnit(metric),
              fraction: true,
              off: trendBy !== 'perDay',
            }}
          />
        </Choice>
      </Row>
    </>
  );
}

function BaselineFields({ draft: _draft, onDraft: _onDraft, ...rest }: Props) {
  return (
    <>
      <Row>
        比本人前
        <NumberField {...rest} name="nights" title="夜数" unit="夜" />
      </Row>
      <Row>
        偏离
        <NumberField {...rest} name="watch" title="关注" unit="倍报一般，" fraction />
        <NumberField {...rest} name="warn" title="预警" unit="倍报重要" fraction />
      </Row>
    </>
  );
}

const states: Readonly<Record<string, readonly [off: string, on: string]>> = {
  in_bed: ['离床', '在床'],
  motion: ['无活动', '有活动'],
};

function LastingFields({ draft, onDraft: _onDraft, ...rest }: Props) {
  const [off, on] = states[draft.metric] ?? [];
  const { value = 0 } = rest.numbers;
  return (
    <Row>
      {off && on ? (
        <Segments
          label="状态"
          segments={upDown(on, off)}
          value={value === 1 ? 'up' : 'down'}
          onChange={(key) => !rest.disabled && rest.onChange({ value: key === 'up' ? 1 : 0 })}
        />
      ) : (
        <>在床而呼吸为 0</>
      )}
      持续
      <NumberField {...rest} name="minutes" title="时长" unit="分钟" fraction />
    </Row>
  );
}

function News2Fields({ draft, onDraft, ...rest }: Props) {
  return (
    <Row>
      总分从
      <NumberField {...rest} name="from" title="总分" unit="分起" />
      <Checkbox
        checked={draft.single}
        disabled={rest.disabled}
        onChange={({ target }) => onDraft({ single: target.checked })}
      >
        单项 3 分也报
      </Checkbox>
    </Row>
  );
}

function TogetherFields(props: Props) {
  const { draft, onDraft, ...rest } = props;
  return (
    <>
      <ConditionFields
        conditions={draft.conditions}
        problemOf={rest.problemOf}
        disabled={rest.disabled}
        onChange={(conditions) => {
          const signs = conditions.map(({ metric }) => metric);
          onDraft({ conditions, ...(!signs.includes(draft.metric) && { metric: signs[0] ?? draft.metric }) });
        }}
      />
      <Row>
        相隔
        <NumberField {...rest} name="withinMinutes" title="相隔" unit="分钟以内" fraction />
      </Row>
    </>
  );
}

const parts = {
  ...{ band: BandFields, step: StepFields, trend: TrendFields, baseline: BaselineFields },
  ...{ lasting: LastingFields, together: TogetherFields, news2: News2Fields },
} as const;

/** Figures of a kind of rule, in the order in which they are spoken. */
export function DefinitionFields(props: Props) {
  const { draft, problemOf } = props;
  const Fields = parts[draft.kind];
  const names = Object.keys(props.numbers).map((name) => `definition.${name}`);
  return (
    <FieldBox
      field="definition"
      label={draft.kind === 'band' ? '多久才报，何时结束' : '怎样才报'}
      problem={problemOf(...names, 'definition', 'definition.all')}
    >
      <Fields {...props} />
    </FieldBox>
  );
}
