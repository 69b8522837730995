import { useEffect, useMemo, useState } from 'react';
import { useCustomerChoice } from '#features/customerEntry/web/service.ts';
import type { locationApi } from '#features/location/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { offeredOptions, useDictionary, useDictionaryLists } from '#web/data/dictionary.ts';
import { useScreen } from '#web/screen/screen.ts';
import { decodeQuery, encodeQuery, toInput } from '#web/table/query.ts';
import type { Filter } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';
import { filtersOf } from './filters.ts';
import type { PlaceFilters } from './usePlaceMap.ts';

/** Delay after the last keystroke, ms. */
const typingMs = 400;
const defaults = { limit: 50, sort: [] };

export interface PlaceFilterState {
  filters: readonly Filter[];
  /** Values by field, as in the URL. */
  values: Readonly<Record<string, string>>;
  /** Values as the calls take them. */
  input: PlaceFilters;
  /** Changes values; empty ones are removed. */
  change: (patch: Readonly<Record<string, string>>) => void;
  /** Text of the search box. */
  keyword: string;
  setKeyword: (text: string) => void;
}

/** Returns the filters of the screen; they are in the URL, but for a phone or document number. */
export function usePlaceFilters(): PlaceFilterState {
  const { query, setQuery } = useScreen();
  useDictionary('customer_tag');
  const lists = useDictionaryLists();
  const { departments, projects } = useCustomerChoice();
  const region = useRegionFilter();
  const filters = useMemo(() => {
    const tags = lists ? offeredOptions('customer_tag') : [];
    return filtersOf({ region, departments: treeOptions(departments), projects, tags });
  }, [lists, departments, projects, region]);
  const address = query.toString();
  const fromAddress = useMemo(
    () => decodeQuery(new URLSearchParams(address), filters, defaults).values,
    [address, filters],
  );
  const [keyword, setKeyword] = useState(fromAddress.keyword ?? '');
  const [searched, setSearched] = useState(keyword);
  const values = useMemo(() => ({ ...fromAddress, keyword: searched }), [fromAddress, searched]);
  const change = (patch: Readonly<Record<string, string>>) => {
    const next = { ...values, ...patch };
    const {
      page: _page,
      limit: _limit,
      sort: _sort,
      ...written
    } = encodeQuery({ page: 1, ...defaults, values: next }, filters, defaults);
    if (patch.keyword !== undefined) {
      setSearched(patch.keyword);
      setKeyword(patch.keyword);
    }
    setQuery(written);
  };
  const search = keyword.trim();
  useEffect(() => {
    if (search === searched) return;
    const timer = setTimeout(() => {
      setSearched(search);
      const { keyword: shown } = encodeQuery({ page: 1, ...defaults, values: { keyword: search } }, filters, defaults);
      setQuery({ keyword: shown ?? null });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [search, searched, filters, setQuery]);
  const inputText = JSON.stringify(toInput({ page: 1, ...defaults, values }, filters));
  const input = useMemo(() => {
    const { page: _page, limit: _limit, ...rest } = JSON.parse(inputText) as InputOf<typeof locationApi.getPlaceList>;
    return rest as PlaceFilters;
  }, [inputText]);
  return { filters, values, input, change, keyword, setKeyword };
}
