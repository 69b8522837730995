import { definitions, type RuleKind, signsOfKind } from './definition.ts';

/** What is wrong with a rule, and where. */
export interface DefinitionProblem {
  field: string;
  msg: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Pairs of which a definition has exactly one. */
const either: Partial<Record<RuleKind, readonly [string, string]>> = {
  band: ['times', 'minutes'],
  trend: ['perDay', 'percent'],
};

interface Titled {
  title?: string;
}

function fieldsOf(kind: RuleKind) {
  const { properties, required = [] } = definitions[kind] as unknown as {
    properties: Record<string, Titled>;
    required?: string[];
  };
  return { properties, required };
}

function pairProblem(kind: RuleKind, definition: Values): DefinitionProblem | undefined {
  const pair = either[kind];
  if (!pair || pair.filter((key) => definition[key] !== undefined).length === 1) return undefined;
  const { properties } = fieldsOf(kind);
  return {
    field: `definition.${pair[0]}`,
    msg: `请在${properties[pair[0]]?.title}和${properties[pair[1]]?.title}中填写一项`,
  };
}

function conditionProblem(all: unknown): DefinitionProblem | undefined {
  const conditions = all as { metric: string; above?: number; below?: number }[];
  const index = conditions.findIndex(({ above, below }) => (above === undefined) === (below === undefined));
  if (index >= 0) return { field: `definition.all.${index}.above`, msg: '请填写高于或低于中的一项' };
  const repeated = conditions.findIndex(
    ({ metric }, place) => conditions.findIndex((one) => one.metric === metric) < place,
  );
  return repeated < 0 ? undefined : { field: `definition.all.${repeated}.metric`, msg: '同一指标只能有一个条件' };
}

function valueProblem(kind: RuleKind, definition: Values): DefinitionProblem | undefined {
  if (kind === 'step' && definition.by === 0) return { field: 'definition.by', msg: '变化量不能为0' };
  if (kind === 'trend' && (definition.perDay === 0 || definition.percent === 0))
    return { field: `definition.${definition.perDay === 0 ? 'perDay' : 'percent'}`, msg: '变化不能为0' };
  if (kind === 'baseline' && Number(definition.warn) <= Number(definition.watch))
    return { field: 'definition.warn', msg: '预警须大于关注' };
  return kind === 'together' ? conditionProblem(definition.all) : undefined;
}

/** Returns what is wrong with a definition of a kind: a sign that it does not judge, a field that is missing, not its own, or contradicts. */
export function definitionProblem(kind: RuleKind, metric: string, definition: Values): DefinitionProblem | undefined {
  const signs: readonly string[] = signsOfKind[kind];
  if (!signs.includes(metric)) return { field: 'metric', msg: '该类型不能用于这个指标' };
  const { properties, required } = fieldsOf(kind);
  const foreign = Object.keys(definition).find((key) => definition[key] !== undefined && !(key in properties));
  if (foreign) return { field: `definition.${foreign}`, msg: '该类型没有这一项' };
  const missing = required.find((key) => definition[key] === undefined);
  if (missing) return { field: `definition.${missing}`, msg: `请填写${properties[missing]?.title}` };
  return pairProblem(kind, definition) ?? valueProblem(kind, definition);
}
