/** Codes of `customer.death_place`. */
export const deathPlaces = {
  home: '家中',
  hospital: '医院',
  institution: '养老机构',
  outside: '户外',
  unknown: '不详',
} as const;

/** Codes of `customer.death_cause`. */
export const deathCauses = {
  illness: '疾病',
  age: '自然衰老',
  accident: '意外',
  other: '其他',
  unknown: '不详',
} as const;
