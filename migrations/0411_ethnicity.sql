-- 民族 is a code of GB/T 3304, as the dictionary ethnicity has them; what names none of them stays as it was written.
alter table customer disable trigger user;
update customer c set ethnicity = n.code
from (
  select lpad(place::text, 2, '0') as code, name
  from unnest(string_to_array('汉 蒙古 回 藏 维吾尔 苗 彝 壮 布依 朝鲜 满 侗 瑶 白 土家 哈尼 哈萨克 傣 黎 傈僳 佤 畲 高山 拉祜 水 东乡 纳西 景颇 柯尔克孜 土 达斡尔 仫佬 羌 布朗 撒拉 毛南 仡佬 锡伯 阿昌 普米 塔吉克 怒 乌孜别克 俄罗斯 鄂温克 德昂 保安 裕固 京 塔塔尔 独龙 鄂伦春 赫哲 门巴 珞巴 基诺', ' ')) with ordinality as t (name, place)
) n
where c.ethnicity is not null and btrim(c.ethnicity) in (n.name, n.name || '族');
alter table customer enable trigger user;
