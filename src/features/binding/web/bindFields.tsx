import type { InputKey } from '#shared/endpoint.ts';
import { can } from '#web/api/session.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { uploadFile } from '#web/file/file.ts';
import { PictureUpload } from '#web/form/fields/PictureUpload.tsx';
import { PositionField } from '#web/form/fields/PositionField.tsx';
import type { Choice } from '#web/form/fields/SearchSelect.tsx';
import type { ControlProps, Field, FormValues } from '#web/form/types.ts';
import { bindingApi } from '../contract.ts';
import { ProjectCustomerSelect, ProjectEquipmentSelect } from './BindingSelects.tsx';

/** Test of a new binding: at once, attested by the installer, or later. */
type Trial = 'test' | 'attested' | 'later';

const Photo = (props: ControlProps) => (
  <PictureUpload
    {...props}
    name="照片"
    hint="安装处的样子，jpg/png/webp，不超过5MB。"
    upload={async (file) => (await uploadFile<{ fileId: string }>(bindingApi.uploadBindingPhoto.path, file)).fileId}
    show={(id) => <FileImage id={id} alt="安装照片" />}
  />
);

/** Inputs of the call, and what the form converts to them. */
type Key = InputKey<typeof bindingApi.bindEquipment> | 'onMap' | 'place' | 'lent' | 'trial';

interface BindFieldsInput {
  /** Project of the known side, device or customer; the other side must belong to it. */
  projectId: string;
  /** Known customer, when the device is searched; without it the customer is searched. */
  personId: string | undefined;
  /** Current values of the form. */
  typed: FormValues;
  /** Label of the map's pin. */
  name: string;
  /** Called with the chosen customer or device. */
  onPick: (choice: Choice | undefined) => void;
  /** Device that turned out to be bound to another customer. */
  taken: string | undefined;
}

/** Returns the fields of 绑定 (domain.md 6.18). */
export function bindFields({
  projectId,
  personId,
  typed,
  name,
  onPick,
  taken: boundElsewhereId,
}: BindFieldsInput): Field<Key>[] {
  const trials: { value: Trial; label: string }[] = [
    ...(can('equipment:test') ? [{ value: 'test', label: '开始测试' } as const] : []),
    { value: 'attested', label: '安装人确认' },
    { value: 'later', label: '以后再测' },
  ];
  const sought: Field<Key> =
    personId === undefined
      ? {
          ...{ kind: 'custom', field: 'customerId', label: '客户', required: true, wide: true },
          control: (props) => <ProjectCustomerSelect {...props} projectId={projectId} onPick={onPick} />,
        }
      : {
          ...{ kind: 'custom', field: 'id', label: '设备', required: true, wide: true },
          control: (props) => (
            <ProjectEquipmentSelect {...props} projectId={projectId} personId={personId} onPick={onPick} />
          ),
        };
  return [
    sought,
    {
      ...{ kind: 'textarea', field: 'unbindReason', label: '解绑原因', required: true, maxLength: 500, rows: 2 },
      hint: '从原来的客户解绑，记入历史',
      shown: ({ id }) => boundElsewhereId !== undefined && id === boundElsewhereId,
    },
    { kind: 'text', field: 'name', label: '设备名称', required: true, maxLength: 50 },
    {
      kind: 'text',
      field: 'position',
      label: '安装位置',
      required: true,
      maxLength: 50,
      placeholder: '随身、卧室、卫生间…',
    },
    { kind: 'datetime', field: 'installedAt', label: '安装时间', required: true, latest: 'today' },
    { kind: 'text', field: 'installer', label: '安装人', required: true, maxLength: 50 },
    { kind: 'switch', field: 'onMap', label: '地图位置', labels: ['标在地图上', '不标'] },
    {
      ...{ kind: 'custom', field: 'place', label: '地图选点', wide: true, shown: ({ onMap }) => onMap === true },
      control: (props) => <PositionField {...props} values={typed} label={name} kind="home" />,
    },
    { kind: 'number', field: 'lat', label: '纬度', decimals: 6, shown: ({ onMap }) => onMap === true },
    { kind: 'number', field: 'lng', label: '经度', decimals: 6, shown: ({ onMap }) => onMap === true },
    { kind: 'custom', field: 'photoFileId', label: '照片', wide: true, control: Photo },
    {
      ...{ kind: 'switch', field: 'lent', label: '借出', labels: ['借给客户', '不是借出'] },
      hint: '到期前 3 天提醒设备人员，归还后解绑',
    },
    {
      ...{ kind: 'date', field: 'dueDate', label: '应还日期', required: true },
      shown: ({ lent }) => lent === true,
    },
    {
      ...{ kind: 'radio', field: 'trial', label: '现场测试', options: trials, required: true, wide: true },
      hint: '没有测试也没有确认的设备记为「未经实测」',
    },
    {
      ...{ kind: 'textarea', field: 'testNote', label: '不能实测的原因', required: true, maxLength: 200, rows: 2 },
      shown: ({ trial }) => trial === 'attested',
    },
  ] as Field<Key>[];
}

/** Converts the form's values to the call's input. */
export function bindInput({ onMap, trial, lat, lng, lent, dueDate, ...values }: FormValues): FormValues {
  return {
    ...values,
    ...(onMap === true && { lat, lng }),
    ...(lent === true && { dueDate }),
    ...(trial === 'attested' && { tested: true }),
  };
}
