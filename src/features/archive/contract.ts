import { Attachment } from '#shared/attachment.ts';
import { post } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { archiveRecordApi, type SectionKey, sectionKeys, sectionTitles, timelineKinds } from './contract/archive.ts';
import {
  aidKinds,
  allergyKinds,
  attachmentKinds,
  conditionStates,
  medicineStates,
  relations,
  severities,
  surgeryKinds,
} from './contract/codes.ts';
import { archiveListApi, listedKinds } from './contract/list.ts';
import {
  admission,
  aid,
  allergy,
  attachment,
  condition,
  family,
  medicine,
  type SectionName,
  sections,
  surgery,
  vaccination,
} from './contract/sections.ts';

export {
  admission,
  aid,
  allergy,
  attachment,
  condition,
  family,
  listedKinds,
  medicine,
  type SectionKey,
  type SectionName,
  sectionKeys,
  sections,
  sectionTitles,
  surgery,
  timelineKinds,
  vaccination,
};

const edits = { permission: 'archive:edit' } as const;

/** A list that shows health data: each look is in the command log. */
const logged = <E extends { change: boolean }>(endpoint: E): E => ({ ...endpoint, change: true });

export const archiveApi = {
  ...archiveListApi,
  ...archiveRecordApi,
  getAllergyList: logged(allergy.list()),
  addAllergy: allergy.add(edits),
  editAllergy: allergy.edit(edits),
  deleteAllergy: allergy.remove(edits),
  getConditionList: logged(condition.list()),
  addCondition: condition.add(edits),
  editCondition: condition.edit(edits),
  deleteCondition: condition.remove(edits),
  getMedicineList: logged(medicine.list()),
  addMedicine: medicine.add(edits),
  editMedicine: medicine.edit(edits),
  deleteMedicine: medicine.remove(edits),
  getSurgeryList: logged(surgery.list()),
  addSurgery: surgery.add(edits),
  editSurgery: surgery.edit(edits),
  deleteSurgery: surgery.remove(edits),
  getFamilyList: logged(family.list()),
  addFamily: family.add(edits),
  editFamily: family.edit(edits),
  deleteFamily: family.remove(edits),
  getVaccinationList: logged(vaccination.list()),
  addVaccination: vaccination.add(edits),
  editVaccination: vaccination.edit(edits),
  deleteVaccination: vaccination.remove(edits),
  getAdmissionList: logged(admission.list()),
  addAdmission: admission.add(edits),
  editAdmission: admission.edit(edits),
  deleteAdmission: admission.remove(edits),
  getAidList: logged(aid.list()),
  addAid: aid.add(edits),
  editAid: aid.edit(edits),
  deleteAid: aid.remove(edits),
  getAttachmentList: logged(attachment.list()),
  addAttachment: attachment.add(edits),
  editAttachment: attachment.edit(edits),
  deleteAttachment: attachment.remove(edits),
  uploadArchiveFile: post('/api/archive/uploadArchiveFile', {
    ...{ title: '上传健康档案附件', ...edits, upload: true },
    input: {},
    output: Attachment,
  }),
};

export const feature: Feature = {
  title: '健康档案',
  endpoints: archiveApi,
  labels: {
    'allergy.kind': allergyKinds,
    'allergy.severity': severities,
    'condition.state': conditionStates,
    'medicine.state': medicineStates,
    'surgery.kind': surgeryKinds,
    'family.relation': relations,
    'aid.kind': aidKinds,
    'attachment.kind': attachmentKinds,
  },
  screens: [
    {
      path: '/healthy/archives',
      title: '健康档案',
      icon: 'file-heart',
      group: '健康',
      sort: 40,
      component: 'ArchiveScreen',
      permission: {
        key: 'archive:list',
        title: '查看健康档案',
        roles: ['operator', 'leader', 'area', 'health'],
      },
      buttons: [
        { key: 'archive:export', title: '导出健康档案', roles: ['area', 'health'] },
        { key: 'archive:edit', title: '编辑健康档案', roles: ['health'] },
        { key: 'reading:add', title: '录入体征', roles: ['health'] },
        { key: 'reading:void', title: '撤回体征', roles: ['health'] },
      ],
    },
  ],
};
