import { commandStates, type DeviceCommand, deviceCommands, keysOf } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { type TObject, type TProperties, Type } from '#shared/typebox.ts';

const Seconds = (title: string, minimum: number) =>
  Type.Integer({ minimum, maximum: 86_400, title, msg: `${title}为${minimum}至86400秒` });
const Phone = Type.String({ pattern: '^[0-9+-]{3,20}$', title: '号码', msg: '号码为3至20位数字' });
/** `@12` is contact 12 of the device's customer: the sender need not see the number. */
const Callee = Type.String({ pattern: '^([0-9+-]{3,20}|@[1-9]\\d{0,17})$', title: '号码', msg: '号码为3至20位数字' });
const Clock = (title: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', title, msg: `${title}的格式为 21:30` });
const Key = '^[A-Za-z0-9_.-]{1,64}$';

/** Parameters of each command (names.md, commands). */
export const commandParams: Readonly<Record<DeviceCommand, TObject<TProperties>>> = {
  locate: strict({}),
  find: strict({}),
  measure_heart: strict({}),
  restart: strict({}),
  call: strict({ number: Phone }),
  interval: strict({ seconds: Seconds('上报间隔', 10) }),
  heart_interval: strict({ seconds: Seconds('心率间隔', 0) }),
  fall_sensitivity: strict({ level: Type.Integer({ minimum: 0, maximum: 10, title: '灵敏度' }) }),
  contacts: strict({
    sos: Type.Array(Callee, { minItems: 1, maxItems: 3, title: 'SOS 号码' }),
    family: Type.Optional(
      Type.Array(strict({ name: Type.String({ minLength: 1, maxLength: 20, title: '姓名' }), number: Phone }), {
        maxItems: 10,
        title: '亲情号',
      }),
    ),
    whitelist: Type.Optional(Type.Array(Phone, { maxItems: 20, title: '白名单' })),
  }),
  quiet_hours: strict({
    periods: Type.Array(strict({ from: Clock('开始'), to: Clock('结束') }), { maxItems: 4, title: '静默时段' }),
  }),
  parameters: strict({
    set: Type.Optional(
      Type.Record(Type.String({ pattern: Key }), Type.Union([Type.Number(), Type.String({ maxLength: 200 })])),
    ),
    read: Type.Optional(Type.Array(Type.String({ pattern: Key }), { maxItems: 50, title: '参数' })),
  }),
};

/**
 * Commands that change nothing in the device: no edit permission needed. A call may then only dial the customer,
 * contacts or hotline.
 */
export const harmlessCommands: readonly DeviceCommand[] = ['locate', 'find', 'measure_heart', 'call'];

/** Commands during which the device cannot raise a call for help. */
export const dangerousCommands: readonly DeviceCommand[] = ['restart'];

/** Commands that the device stores as settings; a replacement device receives them, too. */
export const settingCommands: readonly DeviceCommand[] = [
  'contacts',
  'interval',
  'fall_sensitivity',
  'heart_interval',
  'quiet_hours',
];

/**
 * Returns an address (`#/path?query`) that opens the command dialog for these devices over its page; without ids it
 * closes the dialog.
 */
export function commandAddress(hash: string, ids: readonly string[] = []): string {
  const [path = '', query = ''] = hash.split('?');
  const params = new URLSearchParams(query);
  params.delete('command');
  const wish = ids.length > 0 ? `command=${ids.join(',')}` : '';
  const text = [params.toString(), wish].filter(Boolean).join('&');
  return text ? `${path}?${text}` : path;
}

/** Maximum number of devices per command call. */
export const maxTargets = 500;

const Command = Type.Enum(keysOf(deviceCommands), { title: '指令' });
const State = Type.Enum(keysOf(commandStates), { title: '状态' });
const Params = Type.Record(Type.String(), Type.Unknown(), { title: '参数' });
const ValidMinutes = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080, title: '有效分钟' }));

const CommandRow = strict({
  commandId: Id,
  equipmentId: Id,
  command: Command,
  params: Params,
  state: State,
  tries: Type.Integer(),
  createdAt: Instant,
  createdBy: nullable(Type.String()),
  validUntil: Instant,
  sentAt: nullable(Instant),
  answeredAt: nullable(Instant),
  answer: nullable(Type.String()),
  /** Bytes as sent to the device, hex. */
  bytes: nullable(Type.String()),
});

/** Commands to devices. */
export const commandApi = {
  sendCommand: post('/api/equipment/sendCommand', {
    title: '下发指令',
    permission: 'equipment:command',
    input: { id: Id, command: Command, params: Type.Optional(Params), validMinutes: ValidMinutes },
    output: CommandRow,
  }),
  /** 参数下发: one command to many devices; refused devices are listed, the others get it. */
  sendCommands: post('/api/equipment/sendCommands', {
    title: '批量下发指令',
    permission: 'equipment:command',
    input: {
      ids: Type.Array(Id, { minItems: 1, maxItems: maxTargets, uniqueItems: true, title: '设备' }),
      command: Command,
      params: Type.Optional(Params),
      validMinutes: ValidMinutes,
    },
    output: strict({
      sent: Type.Integer(),
      refused: Type.Array(strict({ id: Id, name: Type.String(), reason: Type.String() })),
    }),
  }),
  /** Commands that the viewer may send to these devices; devices out of scope are left out. */
  getCommandChoice: post('/api/equipment/getCommandChoice', {
    title: '可下发的指令',
    permission: 'equipment:command',
    change: false,
    input: { ids: Type.Array(Id, { minItems: 1, maxItems: maxTargets, uniqueItems: true, title: '设备' }) },
    output: Type.Array(
      strict({
        id: Id,
        name: Type.String(),
        sn: Type.String(),
        online: Type.Boolean(),
        commands: Type.Array(Command),
        /** Name of each command in the device's protocol: CR, 8201. */
        words: Type.Record(Type.String(), Type.String()),
        /**
         * Contacts with a number, in the order of calling, that the device can dial for help. Filled for a single
         * device only.
         */
        contacts: Type.Array(
          strict({ id: Id, name: Type.String(), relation: nullable(Type.String()), phone: Type.String() }),
        ),
      }),
    ),
  }),
  getCommandList: list('/api/equipment/getCommandList', {
    title: '指令记录',
    permission: 'equipment:list',
    filters: {
      equipmentId: Type.Optional(Id),
      state: Type.Optional(Type.Array(State, { maxItems: 5, title: '状态' })),
    },
    sort: ['createdAt'],
    row: CommandRow,
  }),
  /** Last value sent for each setting that the model supports, in display order. */
  getEquipmentConfig: post('/api/equipment/getEquipmentConfig', {
    title: '设备配置',
    permission: 'equipment:list',
    change: false,
    input: { id: Id },
    output: Type.Array(
      strict({
        command: Command,
        /** Null: never sent. */
        params: nullable(Params),
        state: nullable(State),
        /** Instant of the acknowledgement, else of the request. */
        at: nullable(Instant),
        /** Last acknowledged value, if the current one is not acknowledged. */
        before: nullable(Params),
        /** The acknowledged value dates from before the current binding. */
        former: Type.Boolean(),
      }),
    ),
  }),
  /** Encodes a command for preview; sends nothing. */
  encodeCommand: post('/api/equipment/encodeCommand', {
    title: '试编码指令',
    permission: 'equipment:log',
    change: false,
    input: {
      protocol: Type.String({ pattern: '^[a-z0-9]{1,20}$', title: '协议' }),
      model: Type.Optional(Type.String({ maxLength: 50, title: '型号' })),
      number: Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$', title: '号码' }),
      command: Command,
      params: Type.Optional(Params),
      frame: Type.Optional(Type.String({ maxLength: 4096, title: '设备的报文' })),
    },
    output: strict({ bytes: Type.String({ description: 'hex' }), text: Type.String() }),
  }),
};

/** Commands are sent from a device's page, and by dialogs over any page. */
export const feature: Feature = { title: '设备', module: 'equipment', endpoints: commandApi, screens: [] };
