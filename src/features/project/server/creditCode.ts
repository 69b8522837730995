const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Returns the problem of a unified social credit code (GB 32100-2015: weights, modulo 31), null when it is valid. */
export function creditCodeProblem(code: string): string | null {
  const values = [...code].map((sign) => signs.indexOf(sign));
  if (values.length !== 18 || values.includes(-1)) return '信用代码校验不通过';
  const sum = weights.reduce((total, weight, index) => total + weight * (values[index] ?? 0), 0);
  return values[17] === (31 - (sum % 31)) % 31 ? null : '信用代码校验不通过';
}
