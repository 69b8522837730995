import { retitled, type TProperties } from './typebox.ts';

/** Default titles by field name; a field with a narrower meaning has its own title. */
const usual: Readonly<Record<string, string>> = {
  id: '编号',
  version: '版本',
  departmentId: '部门',
  projectId: '项目',
  customerId: '客户',
  customerUserId: '家属端用户',
  contactId: '联系人',
  equipmentId: '设备',
  gatewayId: '网关',
  warnId: '告警',
  stepId: '处置记录',
  dispatchId: '派单',
  planId: '回访计划',
  bedId: '床位',
  userId: '用户',
  roleId: '角色',
  responsibleId: '责任人',
  handlerId: '处理人',
  objectId: '操作对象',
  jobId: '任务',
  logId: '日志',
};

/** Adds the default titles to an input's fields without a title, for error messages. */
export function titled<P extends TProperties>(properties: P): P {
  const entries = Object.entries(properties).map(([key, schema]) => {
    const title = usual[key];
    return [key, title === undefined || 'title' in schema ? schema : retitled(schema, title)] as const;
  });
  return Object.fromEntries(entries) as P;
}
