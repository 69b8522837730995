import { sql } from 'kysely';
import type { Db } from '#server/db/db.ts';
import { bigints } from '#server/db/values.ts';
import { ownershipsInUse } from '#server/feature/ownedCounts.ts';
import { type Demo, demoOnce, inOneChange } from '#server/feature/seeds.ts';
import { districtCentre, districtPlaces, fromLocal, type Position } from '#shared/district.ts';

interface Node {
  id: string;
  path: string[];
}

interface DemoDepartment {
  name: string;
  type: 'district' | 'street' | 'community' | 'station';
  regionCode?: string;
  leader?: string;
  phone?: string;
  address?: string;
  position: Position;
}

/** Region code that no county has: the district is invented. */
const region = '330899';

/** Leader of an estate's community, and the last four digits of the office's number. */
const communities: Record<string, { name: string; leader: string; tail: string }> = {
  柳岸新村: { name: '柳岸社区', leader: '沈洁', tail: '7715' },
  望湖花园: { name: '望湖社区', leader: '钱月红', tail: '7716' },
  梧桐苑: { name: '梧桐社区', leader: '沈丽萍', tail: '7721' },
  石桥公寓: { name: '石桥社区', leader: '傅建明', tail: '7722' },
  长桥家园: { name: '长桥社区', leader: '蒋红梅', tail: '7731' },
  梅园新村: { name: '梅园社区', leader: '施国华', tail: '7732' },
  南门新苑: { name: '南门社区', leader: '姚春燕', tail: '7741' },
  文庙巷: { name: '文庙社区', leader: '汤志勇', tail: '7742' },
  桂园小区: { name: '桂园社区', leader: '潘晓琴', tail: '7751' },
  文昌里: { name: '文昌社区', leader: '叶志强', tail: '7752' },
};

const stations: Record<string, Omit<DemoDepartment, 'type'>> = {
  望湖街道: { name: '望湖服务站', leader: '刘洋', phone: '0570-55501101', position: fromLocal(-330, 205) },
  石桥街道: { name: '石桥服务站', leader: '章海燕', phone: '0570-55501102', position: fromLocal(300, 740) },
  长桥街道: { name: '长桥服务站', leader: '俞志刚', phone: '0570-55501103', position: fromLocal(760, -810) },
};

async function add(tx: Db, parent: Node, department: DemoDepartment, sort: number): Promise<Node> {
  const [row] = await tx.returning(sql<{ id: string }>`
    with new as (select nextval('id_seq') as id)
    insert into department (id, parent_id, path, name, type, region_code, leader, phone, address, lat, lng, sort, demo)
    select new.id, ${parent.id}, ${`{${parent.path.join(',')}}`}::bigint[] || new.id, ${department.name}, ${department.type}, ${department.regionCode ?? null},
      ${department.leader ?? null}, ${department.phone ?? null}, ${department.address ?? null}, ${department.position.lat}, ${department.position.lng}, ${sort}, true
    from new returning id::text`);
  const id = row?.id ?? '';
  return { id, path: [...parent.path, id] };
}

/** Adds 宁江市南塘区: the district, five sub-districts, a community for each estate and three service stations. */
async function addDistrict(tx: Db): Promise<void> {
  const root = await tx.row(
    sql<Node>`select id::text, path::text[] as path from department where parent_id is null and deleted_at is null order by department.id limit 1`,
  );
  if (!root) throw new Error('no root department');
  const district = await add(
    tx,
    root,
    {
      name: '南塘区',
      type: 'district',
      regionCode: region,
      leader: '郑海',
      address: '宁江市南塘区',
      position: districtCentre,
    },
    1,
  );
  const estates = Object.entries(districtPlaces);
  for (const [index, street] of [...new Set(estates.map(([, { street }]) => street))].entries()) {
    const streetEstates = estates.filter(([, place]) => place.street === street);
    const regionCode = `${region}${String(index + 1).padStart(3, '0')}`;
    const at = streetEstates[0]?.[1] ?? districtCentre;
    const node = await add(tx, district, { name: street, type: 'street', regionCode, position: at }, index + 1);
    for (const [at, [estate, place]] of streetEstates.entries()) {
      const office = communities[estate];
      if (!office) continue;
      await add(
        tx,
        node,
        {
          name: office.name,
          type: 'community',
          leader: office.leader,
          phone: `0570-5550${office.tail}`,
          address: estate,
          position: place,
        },
        at + 1,
      );
    }
    const station = stations[street];
    if (station) await add(tx, node, { ...station, type: 'station' }, 9);
  }
}

const demo: Demo = {
  order: 100,
  run: () => demoOnce('department', ({ tx }) => addDistrict(tx)),
  remove: () =>
    inOneChange(async ({ tx }) => {
      // A department with real data stays, and so do all departments above it.
      await sql`
        delete from department d where d.demo and not exists (
          select 1 from department b where d.id = any(b.path) and (not b.demo
            or exists (select 1 from "user" u where u.department_id = b.id) or exists (select 1 from project p where p.department_id = b.id)
            or exists (select 1 from role_department r where r.department_id = b.id) or b.id = any(${bigints(await ownershipsInUse(tx, 'department_id'))})))`.execute(
        tx,
      );
      const remaining = await tx
        .selectFrom('department')
        .select('name')
        .where('demo', '=', true)
        .orderBy('path')
        .execute();
      return remaining.map(({ name }) => `部门 ${name}：下面有正式数据`);
    }),
};
export default demo;
