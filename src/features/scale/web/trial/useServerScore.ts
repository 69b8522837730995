import { useQuery } from '@tanstack/react-query';
import type { ScaleScore } from '#shared/scale/score.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useRested } from '#web/core/useRested.ts';
import { scaleApi } from '../../contract.ts';
import { type Draft, definitionOf } from '../draft/draft.ts';
import { isSame, scoreInput, type TryInput } from './tryInput.ts';

/** A stored version, or a draft that is not saved. */
export type Tried = { scale: string; version: number } | { definition: Draft };

/**
 * Has the server score the same input once it is complete; until then there is no result to compare. Nothing is stored.
 * @param own score of the page
 * @returns a sentence and whether the two differ; undefined until the server has answered this input
 */
export function useServerScore(tried: Tried, input: TryInput, own: ScaleScore | undefined) {
  const named = 'definition' in tried ? { definition: definitionOf(tried.definition) } : tried;
  const call = own?.complete ? JSON.stringify({ ...named, ...scoreInput(input) }) : '';
  const rested = useRested(call);
  const { data, error } = useQuery({
    queryKey: [scaleApi.scoreScale.path, rested],
    queryFn: ({ signal }) => callApi(scaleApi.scoreScale, JSON.parse(rested), { signal }),
    enabled: rested !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!own || rested !== call) return undefined;
  if (error) return { text: `服务器没有算：${problemText(error)}`, differs: true };
  if (!data) return undefined;
  return isSame(own, data)
    ? { text: '服务器算得一致', differs: false }
    : { text: '服务器算得不同，不要保存，请告诉管理员', differs: true };
}
