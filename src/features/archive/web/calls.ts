import { archiveApi, type SectionName } from '#features/archive/contract.ts';

/** Calls of each section. */
export const sectionCalls = {
  condition: {
    list: archiveApi.getConditionList,
    add: archiveApi.addCondition,
    edit: archiveApi.editCondition,
    remove: archiveApi.deleteCondition,
  },
  surgery: {
    list: archiveApi.getSurgeryList,
    add: archiveApi.addSurgery,
    edit: archiveApi.editSurgery,
    remove: archiveApi.deleteSurgery,
  },
  family: {
    list: archiveApi.getFamilyList,
    add: archiveApi.addFamily,
    edit: archiveApi.editFamily,
    remove: archiveApi.deleteFamily,
  },
  allergy: {
    list: archiveApi.getAllergyList,
    add: archiveApi.addAllergy,
    edit: archiveApi.editAllergy,
    remove: archiveApi.deleteAllergy,
  },
  medicine: {
    list: archiveApi.getMedicineList,
    add: archiveApi.addMedicine,
    edit: archiveApi.editMedicine,
    remove: archiveApi.deleteMedicine,
  },
  admission: {
    list: archiveApi.getAdmissionList,
    add: archiveApi.addAdmission,
    edit: archiveApi.editAdmission,
    remove: archiveApi.deleteAdmission,
  },
  vaccination: {
    list: archiveApi.getVaccinationList,
    add: archiveApi.addVaccination,
    edit: archiveApi.editVaccination,
    remove: archiveApi.deleteVaccination,
  },
  aid: {
    list: archiveApi.getAidList,
    add: archiveApi.addAid,
    edit: archiveApi.editAid,
    remove: archiveApi.deleteAid,
  },
  attachment: {
    list: archiveApi.getAttachmentList,
    add: archiveApi.addAttachment,
    edit: archiveApi.editAttachment,
    remove: archiveApi.deleteAttachment,
  },
} as const satisfies Record<SectionName, object>;
