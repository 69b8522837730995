import { invalid } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Answers, Facts } from '#shared/scale/definition.ts';
import { inputProblems } from '#shared/scale/input.ts';
import { scoreScale as score } from '#shared/scale/score.ts';
import type { scaleApi } from '../contract.ts';
import { requireScaleVersion } from './version.ts';

type Api = (typeof scaleApi)['scoreScale'];

/** Scores answers on a stored version, disabled ones too. */
export async function scoreScale(_viewer: Viewer, input: InputOf<Api>): Promise<OutputOf<Api>> {
  const { definition } = await requireScaleVersion(db, input.scale ?? '', input.version);
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
