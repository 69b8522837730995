import { describe, expect, it } from 'vitest';
import { failed, forbidden, sessionOver } from '#shared/codes.ts';
import { errorText, problemText } from './feedback.ts';
import { ApiError, envelopeIn } from './request.ts';

describe('an answer', () => {
  it('with code 0 is the envelope', () => {
    expect(envelopeIn('{"code":0,"data":[1],"msg":"","count":7}', 200)).toMatchObject({ data: [1], count: 7 });
  });

  it('that is empty says 请求错误，请重试', () => {
    expect(refusal('', 200)).toMatchObject({ code: failed, msg: '请求错误，请重试', status: 200 });
    expect(refusal(' \n', 502).msg).toBe('请求错误，请重试');
  });

  it('that is no envelope says 服务器返回异常 and keeps the trace id', () => {
    expect(refusal('<html>502</html>', 502, 'abc')).toMatchObject({
      code: failed,
      msg: '服务器返回异常',
      traceId: 'abc',
    });
    expect(refusal('null', 200).msg).toBe('服务器返回异常');
    expect(refusal('{"data":1}', 200).msg).toBe('服务器返回异常');
  });

  it.each([failed, forbidden, sessionOver, 7])('with code %i says what the server says', (code) => {
    expect(refusal(JSON.stringify({ code, data: null, msg: '余额不足' }), 400)).toMatchObject({
      code,
      msg: '余额不足',
    });
  });

  it('may carry its words in `message`', () => {
    expect(refusal('{"code":-1,"message":"旧字段"}', 400).msg).toBe('旧字段');
  });

  it('without words says 操作失败', () => {
    expect(refusal('{"code":-1,"msg":""}', 400).msg).toBe('操作失败');
  });

  it('keeps the data of a refusal, for conflicts and field errors', () => {
    expect(refusal('{"code":-1,"msg":"已由 王磊 接警","data":{"handlerName":"王磊"}}', 409).data).toEqual({
      handlerName: '王磊',
    });
  });
});

describe('the sentence of a failure', () => {
  it("is the server's own", () => {
    expect(errorText(new ApiError({ code: -1, msg: '设备有未结案告警', status: 400 }), '删除失败')).toBe(
      '设备有未结案告警',
    );
  });

  it('is the default when there is none', () => {
    expect(errorText('?', '删除失败')).toBe('删除失败');
    expect(errorText(undefined)).toBe('操作失败');
  });

  it('says of a fault of the product what to do, and its number, wherever it stands', () => {
    const fault = new ApiError({ code: -1, msg: '服务器返回异常', status: 500, traceId: '7f3a-09c2' });
    expect(problemText(fault)).toBe('服务器返回异常。请稍后重试，仍不行请把追踪号告诉管理员（追踪号 7f3a-09c2）');
    expect(problemText(new ApiError({ code: -1, msg: '设备有未结案告警', status: 409 }))).toBe('设备有未结案告警');
  });
});

function refusal(text: string, status: number, traceId?: string): ApiError {
  try {
    envelopeIn(text, status, traceId);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('was not refused');
}
