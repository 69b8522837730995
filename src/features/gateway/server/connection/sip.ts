import { type Entrance, type Files, secretMark } from './entrance.ts';

/** Returns a route for Kamailio and a try by hand: the front end speaks SIP, the product HTTP (protocols.md P8). */
export function sipFiles({ sn, origin }: Entrance): Files {
  const url = `${origin}/open/scaip/${sn}`;
  return [
    {
      title: 'Kamailio：把 SCAIP 的 MESSAGE 转到平台，并把答复发回',
      name: 'kamailio-scaip.cfg',
      text: `loadmodule "http_client.so"
loadmodule "uac.so"
modparam("http_client", "connection_timeout", 10)

# 在 request_route 里调用 route(SCAIP)
route[SCAIP] {
    if (!is_method("MESSAGE") || $cT !~ "application/scaip\\+xml") return;
    $var(code) = http_client_query("${url}", "$rb",
        "Content-Type: application/scaip+xml\\r\\nX-Token: ${secretMark}", "$var(answer)");
    if ($var(code) != 200 && $var(code) != 503) {
        # 没有答复：话机转到下一个中心
        sl_send_reply("503", "Service Unavailable");
        exit;
    }
    sl_send_reply("202", "Accepted");
    $uac_req(method) = "MESSAGE";
    $uac_req(ruri) = $fu;
    $uac_req(furi) = $tu;
    $uac_req(turi) = $fu;
    $uac_req(hdrs) = "Content-Type: application/scaip+xml\\r\\n";
    $uac_req(body) = $var(answer);
    uac_req_send();
    exit;
}
`,
    },
    {
      title: '用 curl 试一次心跳',
      name: 'scaip.sh',
      text: `curl -sS -X POST '${url}' \\
  -H 'X-Token: ${secretMark}' -H 'Content-Type: application/scaip+xml' \\
  --data '<mrq><ref>1</ref><ver>01.00</ver><mty>PI</mty><cid>00000001</cid><dty>0002</dty></mrq>'
`,
    },
  ];
}
