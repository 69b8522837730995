import type { physicalApi } from '#features/physical/contract.ts';
import { invalid, invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { catalogueOf, currentCatalogue } from '#shared/physical/catalogues.ts';
import { readItem } from '#shared/physical/entered.ts';
import { flagOf, limitsOfRange } from '#shared/physical/flag.ts';

type Api = typeof physicalApi;

/** Returns the items of a version of the catalogue, of the newest without one. */
export async function getPhysicalItems(
  _viewer: Viewer,
  { version }: InputOf<Api['getPhysicalItems']>,
): Promise<OutputOf<Api['getPhysicalItems']>> {
  const catalogue = version === undefined ? currentCatalogue() : catalogueOf(version);
  if (!catalogue) throw invalidField('version', '没有这个版本的体检项目', 'unknown');
  return catalogue.items.map(({ code, label, group, form, unit, options = [] }) => ({
    ...{ code, label, group, form, unit: unit ?? null },
    options: options.map((option) => ({ code: option.code, label: option.label })),
  }));
}

/** Returns flag and ranges of a value for a person of this sex and age; stores nothing. */
export async function flagItem(
  _viewer: Viewer,
  { code, sex, age, unit, ...input }: InputOf<Api['flagItem']>,
): Promise<OutputOf<Api['flagItem']>> {
  const [value, text] = typeof input.value === 'string' ? [undefined, input.value] : [input.value, input.text];
  const { item, problem, result } = { result: null, ...readItem(currentCatalogue(), { code, value, text, unit }) };
  if (problem)
    throw invalid([{ field: problem.rule === 'unknown' ? 'code' : fieldOf(problem.rule, input), ...problem }]);
  const judged = flagOf(item, result ?? {}, { sex, age });
  const ranges = (item.ranges ?? []).map(({ sex: of, ageFrom, ageTo, ...limits }) => ({
    ...{ sex: of ?? null, ageFrom: ageFrom ?? null, ageTo: ageTo ?? null },
    ...limitsOfRange(limits),
  }));
  return { ...judged, ranges };
}

function fieldOf(rule: string, { value, text }: Pick<InputOf<Api['flagItem']>, 'value' | 'text'>): string {
  if (rule === 'unit') return 'unit';
  return typeof value !== 'string' && text?.trim() ? 'text' : 'value';
}
