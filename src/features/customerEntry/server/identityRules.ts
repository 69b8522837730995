import type { FieldProblem } from '#shared/envelope.ts';
import { idNoProblem, normalizeIdNo, readIdNo, todayInChina } from '#shared/idCard.ts';

export interface Identity {
  idNo: string | null;
  birthDate: string | null;
  gender: number;
}

/** Identity fields as typed. */
export interface TypedIdentity {
  idType?: string | undefined;
  idNo?: string | null | undefined;
  birthDate?: string | null | undefined;
  gender?: number | undefined;
}

/** Derives birth date and gender from an ID card; a contradicting typed value is refused (domain.md 3.2). */
export function identity(input: TypedIdentity, problems: FieldProblem[]): Identity {
  const typed: Identity = {
    idNo: input.idNo ? normalizeIdNo(input.idNo) : null,
    birthDate: input.birthDate ?? null,
    gender: input.gender ?? 0,
  };
  const today = todayInChina(Date.now());
  if (typed.birthDate && typed.birthDate > today)
    problems.push({ field: 'birthDate', rule: 'range', msg: '出生日期不能晚于今天' });
  if (!typed.idNo || (input.idType ?? 'id_card') !== 'id_card') return typed;
  const problem = idNoProblem(typed.idNo, today);
  if (problem) problems.push({ field: 'idNo', rule: 'idNo', msg: problem });
  const facts = readIdNo(typed.idNo, today);
  if (problem || !facts) return typed;
  if (input.birthDate && input.birthDate !== facts.birthDate)
    problems.push({ field: 'birthDate', rule: 'conflict', msg: '出生日期与身份证不一致' });
  if (input.gender && input.gender !== facts.gender)
    problems.push({ field: 'gender', rule: 'conflict', msg: '性别与身份证不一致' });
  return { idNo: typed.idNo, birthDate: facts.birthDate, gender: facts.gender };
}
