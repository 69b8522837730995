import { useMemo } from 'react';
import type { customerApi } from '#features/customer/contract.ts';
import { type Choice, useCustomerChoice } from '#features/customerEntry/web/service.ts';
import type { FilterSpecOf } from '#web/crud/filters.ts';
import { offeredOptions, useDictionaryLists } from '#web/data/dictionary.ts';
import type { PresetViewOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';
import { personalFields } from '../contract/fields.ts';

const week = [7, 30, 90].map((days) => ({ value: days, label: `近 ${days} 天` }));
const soon = [{ value: 30, label: '30 天内到期' }];
const yesNo = [
  { value: true, label: '有' },
  { value: false, label: '无' },
] as const;
const assessments = [
  { value: 'valid', label: '已评估' },
  { value: 'none', label: '未评估' },
  { value: 'expired', label: '已过期' },
] as const;

const personal = (Object.keys(personalFields) as (keyof typeof personalFields)[]).filter((key) => key !== 'category');

/** Returns all filters of domain.md 6.3, the four of picture 02 first, with their options. */
export function useCustomerFilters(): {
  filters: readonly FilterSpecOf<typeof customerApi.getCustomerList>[];
  choice: Choice;
} {
  const lists = useDictionaryLists();
  const choice = useCustomerChoice();
  const region = useRegionFilter();
  return useMemo(() => {
    const { departments, projects, staff } = choice;
    const filters: FilterSpecOf<typeof customerApi.getCustomerList>[] = [
      {
        kind: 'text',
        field: 'keyword',
        label: '关键字',
        placeholder: '姓名/电话/证件号/联系人',
        width: 224,
        personal: true,
      },
      { ...region, width: 140 },
      ['livingState', { width: 156 }],
      ['abilityLevel', { width: 148 }],
      ['serviceState', { width: 152 }],
      { kind: 'text', field: 'idNo', label: '身份证号', width: 192, personal: true },
      { kind: 'text', field: 'mobile', label: '电话', width: 136, personal: true },
      { kind: 'text', field: 'equipmentSn', label: '设备号', width: 144 },
      'age',
      'gender',
      ...personal,
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
      { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
      'category',
      { kind: 'multi', field: 'chronic', label: '慢性病', options: lists ? offeredOptions('chronic') : [] },
      'tag',
      { kind: 'select', field: 'hasEquipment', label: '设备', options: yesNo, width: 104 },
      { kind: 'multi', field: 'equipmentOnline', label: '设备在线', options: offeredOptions('online') },
      { kind: 'select', field: 'warnWithinDays', label: '告警', options: week, width: 136 },
      { kind: 'multi', field: 'assessed', label: '评估', options: assessments, width: 144 },
      { kind: 'select', field: 'benefitWithinDays', label: '权益与证件', options: soon, width: 192 },
      { kind: 'select', field: 'responsibleId', label: '责任人', options: staff, width: 144 },
    ];
    return { filters, choice };
  }, [lists, choice, region]);
}

/** Preset views of every user; filters as in the address. */
export function viewsOf(me: string): readonly PresetViewOf<typeof customerApi.getCustomerList>[] {
  return [
    { key: 'mine', name: '我负责的', filters: { responsibleId: me } },
    { key: 'alone', name: '独居高龄', filters: { livingState: 'alone', ageFrom: '80' } },
    { key: 'warned', name: '近 7 天有告警', filters: { warnWithinDays: '7' } },
    { key: 'offline', name: '设备离线', filters: { equipmentOnline: 'offline' } },
  ];
}
