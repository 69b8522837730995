import type { FieldMapping } from '#devices/json/push.ts';

/** A vendor's cloud as initially added, disabled (protocols.md P9). */
export interface VendorSource {
  source: string;
  name: string;
  signature: 'hmac' | 'token';
  mapping: FieldMapping;
}

const heart = (path: string) => ({ path, kind: 'heart_rate' });
const breath = (path: string) => ({ path, kind: 'breath_rate' });

/** Field names by the vendors' documentation; each must be tested on a real body before it is enabled. */
export const vendorSources: readonly VendorSource[] = [
  {
    source: 'bio-radar',
    name: '生物雷达与睡眠带',
    signature: 'hmac',
    mapping: {
      body: 'json',
      number: ['/sn', '/mac'],
      time: { path: '/timestamp' },
      readings: [heart('/heart'), breath('/breath'), { path: '/inBed', kind: 'in_bed' }],
      alarms: [{ path: '/warningType', values: { '14': 'fall' }, level: true }],
    },
  },
  {
    source: 'jjt',
    name: '手表云 JJTDevice',
    signature: 'hmac',
    mapping: {
      body: 'json',
      number: ['/deviceNum'],
      kind: '/type',
      time: { path: '/createTime', unit: 'ms' },
      battery: '/battery',
      position: { datum: 'bd09', lat: '/lat', lng: '/lng', when: { path: '/type', equals: ['location', 'alarm'] } },
      readings: [
        heart('/heart'),
        { path: '/oxygen', kind: 'spo2' },
        { path: '/temperature', kind: 'temperature' },
        { path: '/systolic', kind: 'systolic' },
        { path: '/diastolic', kind: 'diastolic' },
      ],
      alarms: [
        { path: '/type', values: { alarm: 'sos', lowBattery: 'low_batt' } },
        { path: '/isWear', values: { '0': 'off_wrist', false: 'off_wrist' }, level: true },
      ],
    },
  },
  {
    source: 'aiqiangua',
    name: '手表云 爱牵挂',
    signature: 'token',
    mapping: {
      body: 'form',
      number: ['/imei'],
      time: { path: '/time_begin', zoneMinutes: 480 },
      position: { datum: 'gcj02', lat: '/lat', lng: '/lon', when: { path: '/type', equals: ['0'] } },
      readings: [heart('/heartrate')],
      alarms: [{ path: '/sos', values: { '*': 'sos' } }],
    },
  },
  {
    source: 'akmon',
    name: '社区网关 akmon',
    signature: 'hmac',
    mapping: {
      body: 'json',
      number: ['/deviceId', '/imei'],
      kind: '/pushType',
      time: { path: '/time' },
      position: { datum: 'gcj02', lat: '/lat', lng: '/lng', when: { path: '/pushType', equals: ['1', '3'] } },
      readings: [heart('/heartRate'), { path: '/spo2', kind: 'spo2' }],
      alarms: [
        { path: '/pushType', values: { '1': 'sos' } },
        {
          path: '/action',
          values: {
            '5': 'fence_in',
            '6': 'fence_out',
            '7': 'sos',
            '9': 'low_batt',
            '10': 'off_wrist',
            '11': 'fall',
            '115': 'sos',
            '118': 'fall',
            '124': 'smoke',
            '125': 'water',
            '127': 'fall',
          },
          when: { path: '/pushType', equals: ['4'] },
        },
      ],
    },
  },
  {
    source: 'emfit',
    name: 'Emfit 睡眠监测',
    signature: 'token',
    mapping: {
      body: 'json',
      number: ['/serial_number', '/device_id'],
      time: { path: '/time_stamp', unit: 's' },
      readings: [heart('/hr'), breath('/rr')],
      alarms: [{ path: '/event', values: { out_of_bed: 'out_bed' } }],
      night: {
        from: '/from',
        to: '/to',
        awake: '/sleep_class_awake_duration',
        light: '/sleep_class_light_duration',
        deep: '/sleep_class_deep_duration',
        rem: '/sleep_class_rem_duration',
        sol: '/sleep_onset_duration',
        exits: '/bed_exit_count',
        rollovers: '/tossnturn_count',
        score: '/sleep_score',
        unit: 's',
      },
    },
  },
  {
    source: 'withings',
    name: 'Withings',
    signature: 'token',
    mapping: {
      body: 'form',
      number: ['/userid'],
      kind: '/appli',
      time: { path: '/startdate', unit: 's' },
      readings: [{ path: '/in_bed', kind: 'in_bed' }],
    },
  },
  {
    source: 'tuya',
    name: '涂鸦云',
    signature: 'hmac',
    mapping: {
      body: 'json',
      inside: ['/data', '/bizData'],
      number: ['/devId'],
      id: '/dataId',
      kind: '/bizCode',
      time: { path: '/t', unit: 'ms' },
      points: { lists: ['/status', '/properties'], code: 'code', value: 'value', time: ['t', 'time'] },
      battery: '/battery_percentage',
      alarms: [
        { path: '/sos', values: { '*': 'sos' } },
        { path: '/sos_state', values: { '1': 'sos', true: 'sos', sos: 'sos', alarm: 'sos' }, level: true },
      ],
    },
  },
];
