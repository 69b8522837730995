import { assessedLevelMessage } from '#features/customer/contract.ts';
import { isRegion } from '#features/region/server/service.ts';
import type { FieldProblem } from '#shared/envelope.ts';

interface AssessedLevel {
  abilityLevel: number | null;
  abilityAssessmentId: string | null;
}

/** Validates that an ability level is no other than the one that an assessment set. */
export function abilityProblems(level: number | null | undefined, row: AssessedLevel): FieldProblem[] {
  if (level === undefined || row.abilityAssessmentId === null || level === row.abilityLevel) return [];
  return [{ field: 'abilityLevel', rule: 'assessed', msg: assessedLevelMessage }];
}

interface Location {
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  regionCode?: string | null | undefined;
}

interface EntryBasics {
  idType?: string | undefined;
  birthDate?: string | null | undefined;
  mobile?: string | null | undefined;
  phone?: string | null | undefined;
}

const has = (value: number | null | undefined) => value !== undefined && value !== null;

/** Validates rules for every customer, entered or imported, that the contract does not cover (domain.md 3.2). */
export function customerProblems({ lat, lng, regionCode }: Location): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (has(lat) !== has(lng)) problems.push({ field: 'lat', rule: 'pair', msg: '经纬度须同时填写' });
  if (lat === 0 && lng === 0) problems.push({ field: 'lat', rule: 'fix', msg: '定位无效' });
  if (regionCode && !isRegion(regionCode)) problems.push({ field: 'regionCode', rule: 'region', msg: '区划不存在' });
  return problems;
}

/**
 * Validates additional rules for a new customer; an import row that overwrites a known customer may leave these fields
 * empty.
 */
export function newCustomerProblems({ idType, birthDate, mobile, phone }: EntryBasics): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (idType !== undefined && idType !== 'id_card' && !birthDate)
    problems.push({ field: 'birthDate', rule: 'required', msg: '请填写出生日期' });
  if (!mobile && !phone) problems.push({ field: 'mobile', rule: 'required', msg: '手机号和固定电话至少填写一个' });
  return problems;
}
