import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanRichText } from './richText.ts';

/** Known XSS vectors: none may leave anything that a browser executes. */
const vectors = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src/onerror=alert(1)>',
  '<p onclick="alert(1)" onmouseover=alert(2)>x</p>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="background-image:url(https://evil.example/pixel)">x</p>',
  '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="  JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;&#97;vascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https://ok.example" onclick=alert(1) style="position:fixed">x</a>',
  '<a href="https://ok.example/&quot; onmouseover=&quot;alert(1)">x</a>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="data:image/svg+xml;base64,xxx">',
  '<form action="https://evil.example"><input name=password><button formaction="javascript:alert(1)">x</button></form>',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>@import url(https://evil.example/x.css);</style>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<textarea><script>alert(1)</script></textarea>',
  '<xmp><script>alert(1)</script></xmp>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<body onload=alert(1)>',
  '<p>\u0000<script>alert(1)</script></p>',
  '<<script>alert(1);//<</script>',
  '<p/onclick=alert(1)>x',
  '"><script>alert(1)</script>',
];

const tag = /<\/?([a-z][^\s/>]*)([^>]*)>/gi;
const tags = new Set(['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a']);
const link = /^ href="(https?:\/\/|mailto:|tel:)[^"<>]*" target="_blank" rel="noopener noreferrer"$/;

/** Returns whether each tag is allowed and bare, or a safe link, and no other bracket is open. */
function expectHarmless(html: string): void {
  for (const [, name = '', rest = ''] of html.matchAll(tag)) {
    expect(tags.has(name)).toBe(true);
    if (!(name === 'a' && link.test(rest))) expect(rest.replace(' /', '')).toBe('');
  }
  expect(html.replace(tag, '')).not.toMatch(/[<>]/);
}

test.each(vectors)('%s comes back without anything that runs', (vector) => {
  expectHarmless(cleanRichText(`<p>前${vector}后</p>`).html);
});

test('whatever is strung together of vectors and words is harmless, and cleaning it again takes nothing more', () => {
  const piece = fc.oneof(
    fc.constantFrom(...vectors),
    fc.constantFrom('<p>', '</p>', '<a href="', '">', "'", '<', '>', '&lt;', '&#x3c;', '<!--', '-->', '<b>', '</li>'),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { html, text } = cleanRichText(pieces.join(''));
      expectHarmless(html);
      const again = cleanRichText(html);
      expectHarmless(again.html);
      expect(again).toMatchObject({ text, removed: [] });
    }),
    { numRuns: 500 },
  );
});

describe('the author is told what was taken out', () => {
  test.each([
    ['<p>好<script>alert(1)</script></p>', ['<script> 标签']],
    ['<p onclick="x()">好</p>', ['onclick 属性']],
    ['<p style="background:url(x)">好</p>', ['style 属性']],
    ['<p><a href="javascript:x()">好</a></p>', ['不安全的链接']],
    ['<p><iframe src="https://a.example"></iframe>好</p>', ['<iframe> 标签', 'src 属性']],
    ['<h2>标题</h2><p><strong>好</strong><a href="https://a.example/?a=1&amp;b=2">x</a></p>', []],
  ])('%s', (dirty, removed) => {
    expect(cleanRichText(dirty).removed).toEqual(removed);
  });
});

test('words, headings, lists and links stay', () => {
  const html =
    '<h2>停机维护</h2><p>今晚 <strong>22:00</strong> 起 2 小时。<br />详见 <a href="https://a.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">说明</a></p><ul><li>甲</li></ul>';
  expect(cleanRichText(html)).toMatchObject({ html, removed: [] });
});

test('a text of tags and spaces alone counts as empty', () => {
  expect(cleanRichText('<p> &nbsp;<br></p><script>x</script>').text).toBe('');
});

describe('pictures', () => {
  const ownPicture = '<img src="/api/file/getFile?id=12" alt="图" />';

  test('stand only where they are allowed, and only as kept files', () => {
    expect(cleanRichText(`<p>x</p>${ownPicture}`, { pictures: true })).toMatchObject({
      html: `<p>x</p>${ownPicture}`,
      removed: [],
      pictures: ['12'],
    });
    expect(cleanRichText(ownPicture)).toMatchObject({ html: '', removed: ['<img> 标签'], pictures: [] });
  });

  test.each([
    'https://evil.example/x.png',
    '//evil.example/x.png',
    'data:image/png;base64,xx',
    'javascript:alert(1)',
    '/api/user/reloadCache',
    '/api/file/getFile?id=12&x=1',
    '/api/file/getFile?id=0',
    'https://evil.example/api/file/getFile?id=12',
  ])('with any other address are taken out whole, and told: %s', (src) => {
    const { html, removed, pictures } = cleanRichText(`<p>x</p><img src="${src}" onerror="alert(1)">`, {
      pictures: true,
    });
    expect({ html, pictures }).toEqual({ html: '<p>x</p>', pictures: [] });
    expect(removed).toEqual(expect.arrayContaining(['外部图片', 'onerror 属性']));
  });
});
