/** Parts of a schema that a rule's message uses. */
export type RuleSchema = {
  /** Label of the field on the screen. */
  title?: string;
  /** Message of domain.md 3.2 for every problem of the field except its absence. */
  msg?: string;
  type?: string;
  enum?: readonly unknown[];
  items?: object;
};

/** `limit`: number of the rule (5 of `maximum: 5`); `type`, `format`: the expected ones. */
export type RuleParams = { limit?: number; type?: string; format?: string };

const typeLabels: Readonly<Record<string, string>> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '是或否',
  array: '列表',
  object: '一组值',
};

const formatLabels: Readonly<Record<string, string>> = {
  date: '日期（如 2026-11-20）',
  'date-time': '时间',
  moment: '日期或时间',
  email: '邮箱地址',
};

/**
 * Returns the Chinese message for a broken JSON Schema rule; the form and the server's validator share it.
 * @param rule the keyword: required, type, minLength, pattern …
 */
export function ruleMessage(rule: string, schema: RuleSchema, params: RuleParams = {}): string {
  const name = schema.title ?? '此项';
  if (rule === 'required') {
    return `请${isChosen(schema) ? '选择' : '填写'}${name}`;
  }
  if (rule === 'additionalProperties') {
    return '有不认识的字段';
  }
  if (rule === 'storable') {
    return `${name}中有不能保存的字符`;
  }
  return schema.msg ?? plainSentence(rule, name, schema, params);
}

/** Returns whether the value is picked from a list rather than typed. */
function isChosen({ enum: values, type, items }: RuleSchema): boolean {
  return values !== undefined || type === 'boolean' || type === 'array' || items !== undefined;
}

function plainSentence(
  rule: string,
  name: string,
  schema: RuleSchema,
  { limit = 0, type, format }: RuleParams,
): string {
  switch (rule) {
    case 'type':
      return `${name}须为${typeLabels[type ?? schema.type ?? ''] ?? '规定的格式'}`;
    case 'minLength':
      return limit <= 1 ? `请填写${name}` : `${name}至少${limit}个字`;
    case 'maxLength':
      return `${name}最多${limit}个字`;
    case 'minimum':
      return `${name}不能小于 ${limit}`;
    case 'maximum':
      return `${name}不能大于 ${limit}`;
    case 'exclusiveMinimum':
      return `${name}须大于 ${limit}`;
    case 'exclusiveMaximum':
      return `${name}须小于 ${limit}`;
    case 'multipleOf':
      return `${name}须为 ${limit} 的倍数`;
    case 'minItems':
      return limit <= 1 ? `请选择${name}` : `${name}至少选 ${limit} 项`;
    case 'maxItems':
      return `${name}最多 ${limit} 项`;
    case 'uniqueItems':
      return `${name}有重复`;
    case 'enum':
    case 'const':
      return `${name}不在可选范围内`;
    case 'format':
      return `${name}须为${formatLabels[format ?? ''] ?? '规定的格式'}`;
    default:
      return `${name}格式不正确`;
  }
}
