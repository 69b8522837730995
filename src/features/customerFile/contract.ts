import { Attachment } from '#shared/attachment.ts';
import { Id, post } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { resource } from '#shared/resource.ts';
import { computed, field } from '#shared/resourceField.ts';
import { Type } from '#shared/typebox.ts';

/** Files per customer at most. */
export const maxFiles = 100;

/** File of a customer, e.g. a contract or a hospital report. */
export const customerFile = resource(
  'customerFile',
  '附件',
  {
    customerId: field(Type.String({ ...Id, title: '客户' }), { required: true, filter: 'one', column: false }),
    /** Null once the contents of a deleted file are gone. */
    fileId: field(Type.String({ ...Id, title: '附件' }), { required: true, nullable: true, column: false }),
    remark: field(Type.String({ maxLength: 100, title: '备注' }), { form: { wide: true } }),
    file: field(Attachment, { editable: false, dbColumn: false, nullable: true, column: false }),
    /** Uploader; null: the product itself. */
    userName: computed(Type.Union([Type.String(), Type.Null()], { title: '上传人' })),
  },
  { of: 'customer' },
);

const permission = 'customer:edit';

export const customerFileApi = {
  getCustomerFileList: customerFile.list(),
  addCustomerFile: customerFile.add({ permission }),
  deleteCustomerFile: customerFile.remove({ permission }),
  uploadCustomerFile: post('/api/customer/uploadCustomerFile', {
    title: '上传客户附件',
    permission,
    upload: true,
    input: {},
    output: Attachment,
  }),
};

/** Files are shown in the record of their customer. */
export const feature: Feature = {
  title: '客户',
  module: 'customer',
  endpoints: customerFileApi,
  resource: customerFile,
  screens: [],
};
