import { strict } from '#shared/endpoint.ts';
import { Type } from '#shared/typebox.ts';
import { anAdapter } from '../adapter.ts';
import { askAcs3, askTc3, fieldsOf, handedOver } from '../gateway/cloud.ts';
import { askFree } from '../gateway/free.ts';
import {
  internationalNumber,
  namedParameters,
  noNumber,
  optionalForClouds,
  orderedParameters,
  sharedSettings,
  text,
  valuesFor,
} from '../gateway/settings.ts';

const acs3 = { host: 'dyvmsapi.aliyuncs.com', action: 'SingleCallByTts', version: '2017-05-25' };
const tc3 = { host: 'vms.tencentcloudapi.com', service: 'vms', action: 'SendTtsVoice', version: '2020-09-02' };

const keysToPress = '我去处理请按1，我联系不上请按2，误触请按3。';

/**
 * Telephone call through an HTTP gateway that reads the text out. `sent` means: the gateway accepted the call. It
 * reports the answer and the pressed key in a callback signed with `callbackSecret` (`features/caseLink`). The two
 * clouds cannot hear keys; users are not asked to press one.
 */
export const adapter = anAdapter({
  kind: 'voice',
  config: strict({
    ...sharedSettings,
    showNumber: text({ acs3: 'may' }, '主叫号码', '阿里云专属模式的显号；公共模式不填', 30),
    callbackSecret: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 128,
        title: '回调密钥',
        msg: '回调密钥为16至128位',
        hint: '设置后，网关可向 /open/voice/<渠道编号> 回报接通、失败和按键（1 我去处理，2 我联系不上，3 误触），用它签名；给家属的电话会读出按键提示',
      }),
    ),
    playTimes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3, title: '播放次数', hint: '不填为 2', asked: optionalForClouds }),
    ),
  }),
  secrets: ['keySecret', 'callbackSecret'],
  async send(config, to, message, signal) {
    if (!to.mobile) return noNumber;
    const { address, templateCode, parameters, playTimes = 2 } = config;
    const keys = { id: config.keyId ?? '', secret: config.keySecret ?? '' };
    const values = valuesFor(config, to, message);
    if (config.speaks === 'free') {
      const asks = config.callbackSecret && to.kind !== 'user';
      const spoken = asks ? `${message.spoken}${keysToPress}` : message.spoken;
      return askFree(config, { ...values, spoken }, signal);
    }
    if (config.speaks === 'acs3') {
      const result = await askAcs3(
        keys,
        { ...acs3, address },
        {
          CalledNumber: to.mobile,
          CalledShowNumber: config.showNumber,
          TtsCode: templateCode,
          TtsParam: namedParameters(parameters, values, message.spoken),
          PlayTimes: String(playTimes),
          OutId: message.key,
        },
        signal,
      );
      return 'failure' in result ? result.failure : handedOver(result.answer.CallId);
    }
    const result = await askTc3(
      keys,
      { ...tc3, address, region: config.region || 'ap-guangzhou' },
      {
        CalledNumber: internationalNumber(to.mobile),
        VoiceSdkAppid: config.appId,
        TemplateId: templateCode,
        TemplateParamSet: orderedParameters(parameters, values, message.spoken),
        PlayTimes: playTimes,
        SessionContext: message.key,
      },
      signal,
    );
    return 'failure' in result ? result.failure : handedOver(fieldsOf(result.answer.SendStatus).CallId);
  },
});
