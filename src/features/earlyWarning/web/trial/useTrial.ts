import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { earlyWarningApi } from '#features/earlyWarning/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useRested } from '#web/core/useRested.ts';
import type { Tried } from '../../contract/tryRule.ts';
import { draftOf, judgedOf, type RuleDraft, type StoredRule } from '../editor/draft.ts';

type Input = InputOf<(typeof earlyWarningApi)['tryRule']>;

export interface PersonTrial {
  warnings: readonly Tried[];
  /** How long the call took, ms, and when it ended. */
  took: number;
  at: number;
}

function useOne(judged: Omit<Input, 'days'> | undefined, customerId: string | undefined, days: number) {
  const key = judged && JSON.stringify([judged, customerId, days]);
  return useQuery({
    queryKey: [earlyWarningApi.tryRule.path, key],
    queryFn: async ({ signal }): Promise<PersonTrial> => {
      const begin = performance.now();
      const answer = await callApi(
        earlyWarningApi.tryRule,
        { ...(judged as Input), days, ...(customerId && { customerId }) },
        { signal },
      );
      return { warnings: Array.isArray(answer) ? answer : [], took: performance.now() - begin, at: Date.now() };
    },
    enabled: key !== undefined && customerId !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
  });
}

/**
 * Tries a draft on one person, beside the rule in force.
 * @param isWhole the draft breaks no rule
 */
export function useTrial(
  { draft, row, isWhole }: { draft: RuleDraft; row: StoredRule | undefined; isWhole: boolean },
  customerId: string | undefined,
  days: number,
) {
  const judged = useRested(isWhole ? JSON.stringify(judgedOf(draft)) : undefined);
  const own = useOne(judged === undefined ? undefined : (JSON.parse(judged) as Input), customerId, days);
  const former = useOne(row && (judgedOf(draftOf(row)) as Omit<Input, 'days'>), customerId, days);
  return {
    own: customerId === undefined ? undefined : own.data,
    former: customerId === undefined || !row ? undefined : former.data,
    problem: own.error ? problemText(own.error) : undefined,
    isLoading: own.isFetching,
  };
}
