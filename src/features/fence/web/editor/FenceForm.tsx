import { Input, InputNumber, Select, TreeSelect } from 'antd';
import type { ReactNode } from 'react';
import { useCustomerChoice } from '#features/customerEntry/web/service.ts';
import { fenceKinds } from '#features/fence/contract.ts';
import { keysOf } from '#shared/codes.ts';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import type { FenceDraft } from './draft.ts';
import { HoursField } from './HoursField.tsx';
import { PeopleField } from './PeopleField.tsx';
import { ShapeFields, shapeSegments } from './ShapeFields.tsx';
import type { Person } from './usePeople.ts';
import type { ShapeHistory } from './useShapeHistory.ts';

interface Props {
  draft: FenceDraft;
  onChange: (patch: Partial<FenceDraft>) => void;
  history: ShapeHistory;
  people: ReadonlyMap<string, Person>;
  problemOf: (...fields: string[]) => string | undefined;
  editable: boolean;
  curve: ReactNode;
}

const kindSegments = keysOf(fenceKinds).map((key) => ({ key, label: fenceKinds[key] }));

const rules = {
  home: ['离开要', '都在外', '报过后回到围栏内才会再报'],
  safe: ['离开要', '都在外', '报过后回到围栏内才会再报'],
  forbidden: ['进入要', '都在内', '报过后离开围栏才会再报'],
  stay: ['进入要', '都在内', '在内超过久留时长报一次，离开后才会再报'],
} as const;

/** The rule of two fixes in words. */
function Rule({ kind }: { kind: FenceDraft['kind'] }) {
  const [act, side, again] = rules[kind];
  return (
    <Callout className="text-[13px] leading-5 text-text2 px-3 py-2">
      {act}
      <b className="text-text">连续两个定位{side}</b>
      ，相隔 30 秒以上、位置相符，或连续三个。精度差于 150 m 或围栏一半的、基站的和补传的不算；{again}。
    </Callout>
  );
}

function OwnerFields({ draft, onChange, problemOf, editable }: Props) {
  const { projects, departments } = useCustomerChoice();
  const [project] = projects;
  return (
    <>
      <FieldBox field="projectId" label="项目" problem={problemOf('projectId')}>
        <Select
          aria-label="项目"
          {...(draft.projectId && { value: draft.projectId })}
          options={projects}
          disabled={!editable}
          placeholder={project && projects.length === 1 ? project.label : '不填为你所在的'}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(projectId: string) => onChange({ projectId })}
        />
      </FieldBox>
      <FieldBox field="departmentId" label="部门" problem={problemOf('departmentId')}>
        <TreeSelect
          aria-label="部门"
          {...(draft.departmentId && { value: draft.departmentId })}
          treeData={treeOptions(departments)}
          treeDefaultExpandAll
          disabled={!editable}
          placeholder="不填为你所在的"
          showSearch={{ treeNodeFilterProp: 'title' }}
          onChange={(departmentId: string) => onChange({ departmentId })}
        />
      </FieldBox>
    </>
  );
}

/** Form of a fence; its shape is that of the map. */
export function FenceForm(props: Props) {
  const { draft, onChange, history, people, problemOf, editable, curve } = props;
  const { live, settled } = history;
  const disabled = !editable;
  return (
    <>
      <FieldBox field="name" label="名称" required problem={problemOf('name')} control="fence-name">
        <Input
          id="fence-name"
          value={draft.name}
          maxLength={40}
          disabled={disabled}
          autoComplete="off"
          {...(problemOf('name') && { status: 'error' })}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </FieldBox>
      <FieldBox field="kind" label="类型" problem={problemOf('kind')}>
        <Segments
          label="类型"
          segments={kindSegments}
          value={draft.kind}
          onChange={(kind) => editable && onChange({ kind })}
        />
      </FieldBox>
      {draft.kind === 'stay' && (
        <FieldBox field="minutes" label="久留时长" required problem={problemOf('minutes')} control="fence-minutes">
          <InputNumber
            id="fence-minutes"
            value={draft.minutes ?? null}
            precision={0}
            suffix="分钟"
            disabled={disabled}
            changeOnWheel={false}
            onChange={(minutes) => onChange({ minutes: minutes ?? undefined })}
          />
        </FieldBox>
      )}
      <FieldBox field="shape" label="形状" problem={problemOf('shape')}>
        <Segments
          label="形状"
          segments={shapeSegments}
          value={live.kind}
          onChange={(kind) => editable && history.set({ ...settled, kind }, 'kind')}
        />
      </FieldBox>
      <ShapeFields shape={live} set={history.set} {...{ problemOf, disabled, curve }} />
      <HoursField windows={draft.windows} onChange={(windows) => onChange({ windows })} {...{ problemOf, disabled }} />
      <PeopleField {...{ draft, people, onChange, problemOf, disabled }} />
      <OwnerFields {...props} />
      <Rule kind={draft.kind} />
    </>
  );
}
