import { invalid, invalidField, Problem } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Answers, Facts, ScaleDefinition } from '#shared/scale/definition.ts';
import { inputProblems } from '#shared/scale/input.ts';
import { scoreScale as score } from '#shared/scale/score.ts';
import type { scaleApi } from '../contract.ts';
import { requireDefinition } from './addScale.ts';
import { requireScaleVersion } from './version.ts';

type Api = (typeof scaleApi)['scoreScale'];
type Input = InputOf<Api>;

/** Returns the stored version, or the definition of the call: for those who may edit scales. */
async function definitionOf(viewer: Viewer, { scale, version, definition }: Input): Promise<ScaleDefinition> {
  if (definition === undefined) {
    if (scale === undefined) throw invalidField('scale', '请填写量表');
    return (await requireScaleVersion(db, scale, version)).definition;
  }
  if (!hasPermission(viewer, 'assessment:scale')) throw new Problem(403, '没有权限试算未保存的量表');
  if (scale !== undefined || version !== undefined) throw invalidField('scale', '量表和定义只能填写一项');
  return requireDefinition(definition);
}

/** Scores answers on a stored version, disabled ones too, or on a definition that is not stored. Stores nothing. */
export async function scoreScale(viewer: Viewer, input: Input): Promise<OutputOf<Api>> {
  const definition = await definitionOf(viewer, input);
  const scored = {
    answers: input.answers as Answers,
    facts: (input.facts ?? {}) as Facts,
    ...(input.bandSet !== undefined && { bandSet: input.bandSet }),
    ...(input.prorate !== undefined && { prorate: input.prorate }),
  };
  const problems = inputProblems(definition, scored);
  if (problems.length > 0) throw invalid(problems.map((problem) => ({ ...problem, rule: 'scale' })));
  return score(definition, scored);
}
