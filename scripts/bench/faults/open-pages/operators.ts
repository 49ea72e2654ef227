import { randomUUID } from "node:crypto";
import type { ObjectId } from "mongodb";
import * as containersApi from "#shared/containers/container.api.ts";
import * as unitApi from "#shared/control-units/control-unit.api.ts";
import { changeMachine } from "#shared/machines/machine.api.ts";
import { changeMachineWork, changeRegionWork } from "#shared/machines/machine-work.api.ts";
import { changeProduct } from "#shared/products/product.api.ts";
import { addBrandEntry, changeProfile, deleteBrandEntry } from "#shared/profiles/profile.api.ts";
import { changeRegionProfiles } from "#shared/regions/region.api.ts";
import { changeRegistered } from "#shared/registration/registration.api.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { markNotWorking } from "#shared/transactions/can-case.api.ts";
import { changeTransaction, openTransaction, refundCan } from "#shared/transactions/transaction.api.ts";
import type { ApiCaller } from "../../../simulator/operator.ts";
import type { Random } from "../../../simulator/random.ts";

export type Actions = Record<string, () => Promise<unknown>>;
interface Stage {
  mongo: Mongo;
  /** At these machines. */
  machines: ObjectId[];
  operator: () => ApiCaller;
  random: Random;
}
export const withKey = () => ({ "idempotency-key": randomUUID() });

/** What operators do in this area, each on a record that is drawn; what the rules refuse is part of it. */
export const operatorsActions = ({ mongo, machines, operator, random }: Stage): Actions => {
  const { collections } = mongo;
  const there = { machine: { $in: machines } };
  const someContainer = async () => random.pick(await collections.containers.find(there).toArray());
  const someMachine = async () => random.pick(await collections.machines.find({ _id: { $in: machines } }).toArray());
  const someProduct = async () => random.pick(await collections.products.find().toArray());
  const someProfile = async () => random.pick(await collections.productProfiles.find().toArray());
  const someCan = async () =>
    random.pick(await collections.canTransactions.find().sort({ time: -1 }).limit(15).toArray());
  const named = (c: { _id: unknown; machine: unknown }) => ({ id: `${c._id}`, vendingMachine: `${c.machine}` });
  const putContainer = async (body: (c: Awaited<ReturnType<typeof someContainer>>) => object) => {
    const c = await someContainer();
    return operator().call(containersApi.changeContainer, { query: { id: `${c._id}` }, body: body(c) as never });
  };
  const block = (priority: number) => ({
    active: true,
    discountPrice: 10,
    minPurchase: 1,
    maxPurchase: 6,
    incrementBy: 1,
    priority,
  });

  return {
    stock: async () => operator().call(containersApi.addStock, { body: named(await someContainer()) }, withKey()),
    empty: async () => operator().call(containersApi.removeStock, { body: named(await someContainer()) }, withKey()),
    bulk: async () => {
      const { _id } = await someMachine();
      const free = await collections.containers
        .find({ machine: _id, isEmpty: true, isWorking: true, product: { $ne: null } })
        .toArray();
      const some = free.filter(() => random.chance(0.7)).map((c) => `${c._id}`);
      if (some.length === 0) return;
      await operator().call(
        containersApi.addStockBulk,
        { body: { containers: some, vendingMachine: `${_id}` } },
        withKey(),
      );
    },
    working: () => putContainer(() => ({ isWorking: random.chance(0.7) })),
    reserved: () => putContainer(() => ({ isReserved: random.chance(0.4) })),
    relabel: () => putContainer(() => ({ container_id: `${random.whole(1, 60)}` })),
    product: async () => {
      const { _id } = await someProduct();
      return putContainer((c) => ({ product: `${_id}`, _id: `${c._id}`, prevProduct: c.product && `${c.product}` }));
    },
    unproduct: async () =>
      operator().call(containersApi.removeProduct, { body: { _id: `${(await someContainer())._id}` } }),
    add: async () =>
      operator().call(
        containersApi.addContainers,
        { body: { vendingMachine: `${(await someMachine())._id}`, containers: 1 } },
        withKey(),
      ),
    remove: async () => {
      const c = await someContainer();
      return operator().call(containersApi.deleteContainer, {
        body: { vendingMachine: `${c.machine}`, container: `${c._id}` },
      });
    },
    machine: async () => {
      const { _id } = await someMachine();
      const to = random.pick([
        { name: `Machine ${random.whole(1, 99)}` },
        { active: random.chance(0.7) },
        { active: true },
      ]);
      return operator().call(changeMachine, { params: { id: `${_id}` }, body: to });
    },
    profileOf: async () => {
      const [{ _id }, profile] = [await someMachine(), await someProfile()];
      return operator().call(changeMachine, { params: { id: `${_id}` }, body: { profile: `${profile._id}` } });
    },
    work: async () => {
      const until = random.chance(0.5) ? null : new Date(Date.now() + random.whole(1, 20) * 1_000).toISOString();
      return operator().call(changeMachineWork, {
        params: { id: `${(await someMachine())._id}` },
        body: { until, reason: until ? "new lock" : "" },
      });
    },
    regionWork: async () => {
      const region = random.pick(await collections.regions.find().toArray());
      const until = random.chance(0.6) ? null : new Date(Date.now() + 5_000).toISOString();
      return operator().call(changeRegionWork, {
        params: { id: `${region._id}` },
        body: { until, reason: until ? "a storm" : "" },
      });
    },
    brand: async () =>
      operator().call(changeProduct, {
        params: { id: `${(await someProduct())._id}` },
        body: { brand: `Brand ${random.whole(1, 40)}` },
      }),
    price: async () =>
      operator().call(changeProduct, {
        params: { id: `${(await someProduct())._id}` },
        body: { price: random.whole(10, 90), tagline: random.word(4) },
      }),
    profile: async () =>
      operator().call(changeProfile, {
        params: { id: `${(await someProfile())._id}` },
        body: { name: `Profile ${random.whole(1, 40)}`, cansLimit: random.pick([0, 0, 500]) },
      }),
    entry: async () => {
      const [profile, product] = [await someProfile(), await someProduct()];
      const priority = random.whole(1, 50);
      const body = { product: `${product._id}`, price: 40, bundle: block(priority), unit: block(priority) };
      return operator().call(addBrandEntry, { params: { id: `${profile._id}` }, body });
    },
    unentry: async () => {
      const profile = await someProfile();
      const entry = random.pick(profile.brands);
      return operator().call(deleteBrandEntry, {
        params: { id: `${profile._id}`, entryId: `${entry._id}` },
        query: {},
      });
    },
    region: async () => {
      const region = random.pick(await collections.regions.find().toArray());
      const some = (await collections.productProfiles.find().toArray()).filter(() => random.chance(0.5));
      const profiles = some.map(({ _id }) => ({ profile: `${_id}` }));
      return operator().call(changeRegionProfiles, { params: { id: `${region._id}` }, body: { profiles } });
    },
    unit: async () => {
      const unit = random.pick(await collections.units.find().toArray());
      return operator().call(changeRegistered, { body: { _id: `${unit._id}`, authorised: random.chance(0.8) } });
    },
    open: async () => {
      const { _id, vendingMachineId } = await someMachine();
      const some = (await collections.containers.find({ machine: _id }).toArray()).filter(() => random.chance(0.2));
      if (some.length === 0) return;
      const call = random.pick([unitApi.openContainers, unitApi.updateStock, unitApi.checkLockStatus]);
      return operator().call(call, { body: { vendingMachineId, containers: some.map((c) => `${c._id}`) } }, withKey());
    },
    cancel: async () => {
      const [last] = await collections.sessions.find().sort({ createdAt: -1 }).limit(1).toArray();
      if (last) await operator().call(unitApi.cancelSession, { params: { id: `${last._id}` }, body: {} });
    },
    refund: async () => operator().call(refundCan, { params: { id: `${(await someCan())._id}` } }, withKey()),
    reopen: async () =>
      operator().call(openTransaction, { params: { id: `${(await someCan())._id}` }, body: {} }, withKey()),
    verify: async () =>
      operator().call(changeTransaction, {
        params: { id: `${(await someCan())._id}` },
        body: random.pick([
          { returnCanVerified: true },
          { returnCanVerified: false },
          { comment: random.word(6) },
          { returnCan: true },
        ]),
      }),
    mark: async () =>
      operator().call(markNotWorking, { params: { id: `${(await someCan())._id}` }, body: {} }, withKey()),
  };
};
