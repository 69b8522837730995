import { bindingApi } from '#features/binding/contract.ts';
import { consentApi } from '#features/consent/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { customerMergeApi } from '#features/customerMerge/contract.ts';
import type { SeededRandom } from '#server/feature/populate.ts';
import type { TestApp } from '#server/testing/app.ts';
import { aCustomer, aDevice, next } from '#server/testing/rows.ts';
import { shareApi } from '#shared/contract/share.ts';
import { todayInChina } from '#shared/idCard.ts';
import type { Customer, Device, PlaceModel, Point, Viewer } from './placeModel.ts';

const minute = 60_000;
/** Minutes of the model's clock. */
const length = 1000;
/** Signs of the names: two of them find several customers. */
const signs = ['桂', '兰', '德', '福', '淑', '珍'];
/** Degrees between two places of the model, so that no two are alike. */
const step = 0.0001;

/** Where and with what the acts happen. */
export interface Stage {
  app: TestApp;
  model: PlaceModel;
  random: SeededRandom;
  departments: readonly string[];
  projects: readonly string[];
  viewers: readonly Viewer[];
}

/** Random acts, done to the product by its calls and told to the model. */
export class PlaceActs {
  private readonly stage: Stage;
  private readonly start = Math.floor(Date.now() / 1000) * 1000;
  private readonly taken = new Set<string>();
  private places = 0;
  private pointsUntil = 0;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  /** Returns the instant of a minute of the clock. */
  at = (when: number) => new Date(this.start - (length - when) * minute).toISOString();
  minuteOf = (ms: number) => length - (this.start - ms) / minute;

  private lat(): number {
    this.places += 1;
    return Math.round((20 + this.places * step) * 1e6) / 1e6;
  }

  /** Returns somebody who satisfies the condition. */
  private someone(is: (customer: Customer) => boolean = () => true): Customer | undefined {
    const { model, random } = this.stage;
    const able = model.customers.filter((customer) => !customer.mergedInto && is(customer));
    return able.length > 0 ? random.of(able) : undefined;
  }

  async addCustomer(): Promise<void> {
    const { app, model, random, departments, projects, viewers } = this.stage;
    const [department, project] = [random.of(departments), random.of(projects)];
    const name = Array.from({ length: 3 }, () => random.of(signs)).join('');
    const contacts = [{ name: '周强', relation: 'son', mobile: '13700000001', order: 1, isEmergency: true }];
    const id = await aCustomer(app, { department, project, name, consent: [], contacts });
    const ownerId = random.hits(0.4) ? random.of(viewers).id : null;
    const home = random.hits(0.5) ? this.lat() : null;
    await app.sql('update customer set created_by = $2, lat = $3::float8, lng = $3::float8 + 90 where id = $1', [
      id,
      ownerId,
      home,
    ]);
    const fields = { id, name, department, project, ownerId, home };
    model.customers.push({ ...fields, isServed: true, consent: [], mergedInto: null });
  }

  async addDevice(): Promise<void> {
    const { app, random, projects } = this.stage;
    const project = random.of(projects);
    const { id, sn } = await aDevice(app, { project });
    this.know(id, sn, project);
  }

  private know(id: string, sn: string, project: string): Device {
    const unbound = { customer: null, fix: null, installed: null, heard: null };
    const device: Device = { id, sn, project, ...unbound, interval: 300, isBindable: true };
    this.stage.model.devices.push(device);
    return device;
  }

  /** Puts what has just happened to bindings at the clock's minute. */
  private async date(): Promise<void> {
    const { app, model } = this.stage;
    for (const column of ['bound_at', 'unbound_at'])
      await app.sql(`update equipment_binding set ${column} = $1 where ${column} >= $2`, [
        this.at(model.clock),
        this.at(length),
      ]);
  }

  async sign(): Promise<void> {
    const { app, model } = this.stage;
    const customer = this.someone();
    if (!customer) return;
    const signed = { purpose: 'location', signedBy: '本人', relation: 'self', signedAt: this.at(model.clock) } as const;
    const { id } = await app.call(consentApi.addConsent, { customerId: customer.id, ...signed }, app.admin);
    customer.consent.push({ id, signedAt: model.clock, isOver: false, withdrawnAt: null });
  }

  /** Withdraws the newest valid signature, from now or some time ago. */
  async withdraw(): Promise<void> {
    const { app, model, random } = this.stage;
    const customer = this.someone((one) => model.isAgreed(one));
    const signature = customer?.consent.findLast(({ isOver, withdrawnAt }) => !isOver && withdrawnAt === null);
    if (!customer || !signature) return;
    const when = Math.max(signature.signedAt, model.clock - (random.hits(0.5) ? random.below(60) : 0));
    const input = { id: signature.id, at: this.at(when), reason: '本人要求' };
    await app.call(consentApi.withdrawConsent, input, app.admin);
    model.withdraw(customer, signature.id, when);
  }

  async lapse(): Promise<void> {
    const { app, model } = this.stage;
    const customer = this.someone((one) => model.isAgreed(one));
    if (!customer) return;
    await app.sql('update consent set until = current_date - 2 where customer_id = $1 and withdrawn_at is null', [
      customer.id,
    ]);
    for (const signature of customer.consent) signature.isOver ||= signature.withdrawnAt === null;
  }

  async bind(): Promise<void> {
    const { app, model, random } = this.stage;
    const device = random.of(model.devices.filter(({ isBindable }) => isBindable));
    const customer = this.someone(
      ({ isServed, project, ...one }) => isServed && project === device.project && one.id !== device.customer?.id,
    );
    if (!customer) return;
    const installed = random.hits(0.4) ? this.lat() : null;
    await app.call(
      bindingApi.bindEquipment,
      {
        ...{ id: device.id, customerId: customer.id, position: '随身', installedAt: this.at(model.clock) },
        ...(installed !== null && { lat: installed, lng: Math.round((installed + 90) * 1e6) / 1e6 }),
        ...(device.customer && { unbindReason: '转给他人' }),
      },
      app.admin,
    );
    await this.date();
    if (device.customer) model.release(device);
    model.bind(device, customer);
    device.installed = installed;
  }

  private worn(): Device | undefined {
    const { model, random } = this.stage;
    const worn = model.devices.filter(({ customer }) => customer);
    return worn.length > 0 ? random.of(worn) : undefined;
  }

  async unbind(): Promise<void> {
    const { app, model } = this.stage;
    const device = this.worn();
    if (!device) return;
    await app.call(bindingApi.unbindEquipment, { id: device.id, reason: '退回' }, app.admin);
    await this.date();
    model.release(device);
  }

  async replace(): Promise<void> {
    const { app, model } = this.stage;
    const old = this.worn();
    if (!old?.customer?.isServed) return;
    const { customer, installed } = old;
    const newSn = `MODEL-${next()}`;
    const { id } = await app.call(bindingApi.replaceEquipment, { id: old.id, newSn, reason: '屏幕碎裂' }, app.admin);
    await this.date();
    model.release(old);
    old.isBindable = false;
    const device = this.know(id, newSn, old.project);
    model.bind(device, customer);
    device.installed = installed;
  }

  async end(): Promise<void> {
    const { app, model, random } = this.stage;
    const customer = this.someone(({ isServed }) => isServed);
    if (!customer) return;
    const unbind = random.hits(0.5);
    const change = { state: 'ended', date: todayInChina(Date.now()), reason: '搬走', unbind } as const;
    await app.call(customerApi.updateCustomerState, { id: customer.id, ...change }, app.admin);
    await this.date();
    model.end(customer, unbind);
  }

  async resume(): Promise<void> {
    const { app } = this.stage;
    const customer = this.someone(({ isServed }) => !isServed);
    if (!customer) return;
    await app.call(customerApi.updateCustomerState, { id: customer.id, state: 'active' }, app.admin);
    customer.isServed = true;
  }

  async move(): Promise<void> {
    const { app, model, random, departments, projects } = this.stage;
    const customer = this.someone();
    if (!customer) return;
    const [departmentId, projectId] = [random.of(departments), random.of(projects)];
    const input = { ids: [customer.id], departmentId, projectId, reason: '搬家' };
    await app.call(customerApi.moveCustomer, input, app.admin);
    model.move(customer, departmentId, projectId);
  }

  async merge(): Promise<void> {
    const { app, model } = this.stage;
    const keep = this.someone();
    const drop = this.someone((one) => one !== keep);
    if (!keep || !drop) return;
    await app.call(customerMergeApi.mergeCustomer, { keepId: keep.id, dropId: drop.id }, app.admin);
    model.merge(keep, drop);
  }

  async revoke(): Promise<void> {
    const { app, model, random } = this.stage;
    if (model.shares.length === 0) return;
    const share = random.of(model.shares);
    if (share.customer.mergedInto) return;
    await app.call(shareApi.revokeShare, { id: share.id }, app.admin);
    share.isRevoked = true;
  }

  async expire(): Promise<void> {
    const { app, model, random } = this.stage;
    if (model.shares.length === 0) return;
    const share = random.of(model.shares);
    await app.sql(`update share set expires_at = now() - interval '1 minute' where id = $1`, [share.id]);
    share.isExpired = true;
  }

  /** Lets the interval of a device be another one. */
  async report(): Promise<void> {
    const { app, model, random } = this.stage;
    const [device, seconds] = [random.of(model.devices), random.of([60, 300, 1800])];
    await app.sql(
      `insert into equipment_command (equipment_id, command, params, valid_until, state) values ($1, 'interval', jsonb_build_object('seconds', $2::int), now(), 'acknowledged')`,
      [device.id, seconds],
    );
    device.interval = seconds;
  }

  /** Gives devices a newest fix: fresh, old by some intervals, or old by all. */
  async fix(share: number): Promise<void> {
    const { app, model, random } = this.stage;
    for (const device of model.devices) {
      if (!random.hits(share)) continue;
      const [lat, heard] = [this.lat(), this.places];
      const ago = random.of([1, 3, 20, 90]) * minute;
      const at = Date.now() - ago + random.below(1000);
      await app.sql(
        `update device_state set online = true, last_seen_at = $3, lat = $4::float8, lng = $4::float8 + 90, position_source = 'gnss', position_at = $2 where device_id = $1`,
        [device.id, new Date(at).toISOString(), new Date(this.start + heard).toISOString(), lat],
      );
      Object.assign(device, { fix: { at, lat }, heard });
    }
  }

  /** Stores points up to the clock, and some of the backlog, that name the one who wore it then, another, or nobody. */
  async walk(): Promise<void> {
    const { app, model, random } = this.stage;
    const points = model.devices.flatMap((device): Point[] => {
      const bindings = model.bindings.filter((binding) => binding.device === device);
      const edges = bindings.flatMap(({ from, until }) => [from, until ?? from]);
      const since = Array.from(
        { length: 3 },
        () => this.pointsUntil + random.below(model.clock - this.pointsUntil + 1),
      );
      const minutes = [...since, random.below(model.clock + 1), ...edges];
      return minutes.flatMap((when): Point[] => {
        const key = `${device.id} ${when}`;
        if (this.taken.has(key)) return [];
        this.taken.add(key);
        const wearer = bindings.find(({ from, until }) => from <= when && (until === null || when < until));
        const other = random.of([null, random.of(model.customers).id]);
        const customerId = random.hits(0.8) ? (wearer?.customer.id ?? null) : other;
        return [{ device, minute: when, lat: this.lat(), customerId }];
      });
    });
    await app.sql(
      `insert into position (device_id, at, lat, lng, source, project_id, customer_id)
       select id, at, lat, lat + 90, 'gnss', 1, customer from unnest($1::bigint[], $2::timestamptz[], $3::float8[], $4::bigint[]) as p (id, at, lat, customer)`,
      [
        points.map(({ device }) => device.id),
        points.map((point) => this.at(point.minute)),
        points.map(({ lat }) => lat),
        points.map(({ customerId }) => customerId),
      ],
    );
    model.points.push(...points);
    this.pointsUntil = model.clock;
  }
}
