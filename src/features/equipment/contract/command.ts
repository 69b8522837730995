import { commandStates, type DeviceCommand, deviceCommands, keysOf } from '#shared/codes.ts';
import { Id, Instant, list, nullable, post, strict } from '#shared/endpoint.ts';
import { type TObject, type TProperties, Type } from '#shared/typebox.ts';

const Seconds = (title: string, minimum: number) =>
  Type.Integer({ minimum, maximum: 86_400, title, msg: `${title}为${minimum}至86400秒` });
const Phone = Type.String({ pattern: '^[0-9+-]{3,20}$', title: '号码', msg: '号码为3至20位数字' });
/** `@12` is the contact 12 of whoever has the device: who sends it need not see the number. */
const Callee = Type.String({ pattern: '^([0-9+-]{3,20}|@[1-9]\\d{0,17})$', title: '号码', msg: '号码为3至20位数字' });
const Clock = (title: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', title, msg: `${title}的格式为 21:30` });
const Key = '^[A-Za-z0-9_.-]{1,64}$';

/** What each command takes (names.md, commands). */
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

/** What changes nothing in the device: who may send commands at all may send these, a call to numbers near its person alone. */
export const harmlessCommands: readonly DeviceCommand[] = ['locate', 'find', 'measure_heart', 'call'];

/** A device that is restarted takes no call for help meanwhile. */
export const dangerousCommands: readonly DeviceCommand[] = ['restart'];

/** What a device keeps of what it was told; a device that takes the place of another is told it too. */
export const settingCommands: readonly DeviceCommand[] = [
  'contacts',
  'interval',
  'fall_sensitivity',
  'heart_interval',
  'quiet_hours',
];

/** An address (`#/path?query`) with the wish to tell these devices something, over its page; without any: none. */
export function commandAddress(hash: string, ids: readonly string[] = []): string {
  const [path = '', query = ''] = hash.split('?');
  const params = new URLSearchParams(query);
  params.delete('command');
  const wish = ids.length > 0 ? `command=${ids.join(',')}` : '';
  const text = [params.toString(), wish].filter(Boolean).join('&');
  return text ? `${path}?${text}` : path;
}

/** As many devices are told the same at once. */
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
  /** As they went to the device, hex. */
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
  /** 参数下发: one command to many devices; those that cannot take it are named, the others get it. */
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
  /** What devices can be told by who asks; one that is not in scope is left out. */
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
        /** What the device's protocol calls each of them: CR, 8201. */
        words: Type.Record(Type.String(), Type.String()),
        /** Whom it may call for help, in calling order: contacts with a number of whoever has it. Of one device alone. */
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
  /** What the device was last told of each setting that its model knows, in the order in which they are shown. */
  getEquipmentConfig: post('/api/equipment/getEquipmentConfig', {
    title: '设备配置',
    permission: 'equipment:list',
    change: false,
    input: { id: Id },
    output: Type.Array(
      strict({
        command: Command,
        /** Null: it was never told. */
        params: nullable(Params),
        state: nullable(State),
        /** When it was taken, or ordered where it was not. */
        at: nullable(Instant),
        /** What it took before, where it has not taken this. */
        before: nullable(Params),
        /** What it has taken was meant for the time before it came to whoever has it now. */
        former: Type.Boolean(),
      }),
    ),
  }),
  /** Nothing is sent: how a command stands on the wire. */
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
