import { ObjectId } from "mongodb";
import { describe, expect, test } from "vitest";
import type { ProfileDocument, RegionDocument } from "#shared/products/goods.document.server.ts";
import { aShownRegion } from "#shared/testing/shown-records.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { addMachine, addProfile, addRegion } from "../../testing/network.ts";
import { setUpOperator } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);

const regionOf = (profiles: ProfileDocument[] = []): Promise<RegionDocument> =>
  addRegion(gateway.parts, { profiles: profiles.map(({ _id }) => _id) });
const assign = ({ _id }: Pick<RegionDocument, "_id">, profiles: Pick<ProfileDocument, "_id">[], more: object = {}) =>
  operator.put(`/regions/update-profile/${_id}`, {
    profiles: profiles.map((profile) => ({ profile: `${profile._id}`, name: "any name, the id decides" })),
    ...more,
  });

test("a region is added by its name, and listed by both calls", async () => {
  const { status, body } = await operator.post("/regions", { region: "  Aluva  " });

  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    region: aShownRegion({ _id: expect.stringMatching(/^[0-9a-f]{24}$/), region: "Aluva" }),
  });
  for (const path of ["/regions", "/region/all"]) {
    const listed = (await operator.get(path)).body;
    expect(listed.regions).toContainEqual(body.region);
    expect(listed.asOf).toMatch(/^[0-9a-f]{16}$/);
  }
  expect((await operator.get(`/regions/${body.region._id}`)).body.region).toEqual(body.region);
});

test.each([{ region: "" }, { region: "   " }, {}])("%j has no name and is refused", async (input) => {
  const { status, body } = await operator.post("/regions", input);

  expect([status, body.error]).toEqual([400, "region: is required"]);
});

test("a name that is taken is 409 naming it, also of two at once", async () => {
  const { region } = await regionOf();

  const taken = await operator.post("/regions", { region });
  const race = await Promise.all([1, 2].map(() => operator.post("/regions", { region: "Race" })));

  expect([taken.status, taken.body.error]).toEqual([409, `A region named ${region} exists already`]);
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
});

describe("the profiles of a region", () => {
  test("are answered with the names that they have, and its machines follow", async () => {
    const region = await regionOf();
    const profile = await addProfile(gateway.parts, { name: "Metro" });
    const machine = await addMachine(gateway.parts, { profile: profile._id });

    const { body } = await assign(region, [profile, profile], { region: "a new name means nothing", rev: 0 });

    const profiles = [{ profile: `${profile._id}`, name: "Metro" }];
    expect(body.region).toEqual(aShownRegion({ _id: `${region._id}`, region: region.region, profiles, rev: 1 }));
    const { vendingMachine } = (await operator.get(`/vending-machines/${machine._id}`)).body;
    expect(vendingMachine.region).toBe(region.region);
    expect(await gateway.stores.audit.findOne({ "record.id": `${region._id}` })).toMatchObject({
      verb: "region.changed",
      actor: { kind: "operator", id: operator.userId },
      before: { profiles: [] },
      after: { profiles: [profile._id] },
    });
  });

  test("can be taken away, and are then free for another region", async () => {
    const profile = await addProfile(gateway.parts);
    const [one, other] = [await regionOf([profile]), await regionOf()];

    expect((await assign(one, [])).body.region.profiles).toEqual([]);
    expect((await assign(other, [profile])).status).toBe(200);
  });

  test("that belong to another region are 409 naming it and the profile", async () => {
    const [free, taken] = [await addProfile(gateway.parts), await addProfile(gateway.parts)];
    const [other, region] = [await regionOf([taken]), await regionOf()];

    const { status, body } = await assign(region, [free, taken]);

    expect([status, body.error]).toEqual([
      409,
      `The profile ${taken.name} belongs to the region ${other.region} already`,
    ]);
    expect(await gateway.stores.regions.findOne({ _id: region._id })).toEqual(region);
  });

  test("given to five regions at once go to one of them", async () => {
    const profile = await addProfile(gateway.parts);
    const regions = await Promise.all([1, 2, 3, 4, 5].map(() => regionOf()));

    const answers = await Promise.all(regions.map((region) => assign(region, [profile])));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body.error).toMatch(/belongs to .+ already$/);
    expect(await gateway.stores.regions.countDocuments({ profiles: profile._id })).toBe(1);
  });

  test("of two operators on one region the later one is refused, with the region as it is now", async () => {
    const [mine, theirs] = [await addProfile(gateway.parts), await addProfile(gateway.parts)];
    const region = await regionOf();
    await assign(region, [theirs], { rev: 0 });

    const { status, body } = await assign(region, [mine], { rev: 0 });

    expect([status, body.error]).toEqual([409, "This region was changed by somebody else meanwhile"]);
    expect(body.region).toMatchObject({ rev: 1, profiles: [{ profile: `${theirs._id}`, name: theirs.name }] });
  });

  test("that there are not are 404, as is an unknown region; a malformed id is 400", async () => {
    const region = await regionOf();

    expect((await assign(region, [{ _id: new ObjectId() }])).status).toBe(404);
    expect((await assign({ _id: new ObjectId() }, [])).status).toBe(404);
    expect((await operator.get(`/regions/${new ObjectId()}`)).status).toBe(404);
    expect((await operator.put("/regions/update-profile/7", { profiles: [] })).status).toBe(400);
  });
});

test("how many machines follow a profile is counted with its region, and a region's are listed page by page", async () => {
  const [standard, summer, unused] = [
    await addProfile(gateway.parts),
    await addProfile(gateway.parts),
    await addProfile(gateway.parts),
  ];
  const region = await regionOf([standard, summer]);
  const until = new Date(gateway.parts.clock.now() + 60_000);
  const machines = [
    await addMachine(gateway.parts, { profile: standard._id, name: "Pier 2" }),
    await addMachine(gateway.parts, { profile: standard._id, name: "Pier 10" }),
    await addMachine(gateway.parts, { profile: summer._id, name: "Pier 11" }),
  ];
  await operator.put(`/vending-machines/${machines[0]?._id}/work`, { until, reason: "paint" });

  const { profiles } = (await operator.get("/product-profiles/machines")).body;
  const of = ({ _id }: ProfileDocument) => profiles.find(({ profile }: { profile: string }) => profile === `${_id}`);
  expect(of(standard)).toEqual({ profile: `${standard._id}`, region: region.region, machines: 2, underWork: 1 });
  expect(of(summer)).toMatchObject({ machines: 1, underWork: 0 });
  expect(of(unused)).toBeUndefined();

  const { body } = await operator.get(`/vending-machines/live-status/pages?region=${region._id}`);
  expect(body.liveStatus.machines.map(({ name }: { name: string }) => name)).toEqual(["Pier 2", "Pier 10", "Pier 11"]);
  const none = await operator.get(`/vending-machines/live-status/pages?region=${new ObjectId()}`);
  expect(none.body.liveStatus.total).toBe(0);
});

test("work that a region ends is ended also at a machine that has left the region meanwhile", async () => {
  const [here, elsewhere] = [await addProfile(gateway.parts), await addProfile(gateway.parts)];
  const region = await regionOf([here]);
  const [stays, leaves] = [
    await addMachine(gateway.parts, { profile: here._id }),
    await addMachine(gateway.parts, { profile: here._id }),
  ];
  const until = new Date(gateway.parts.clock.now() + 60_000);
  const work = async (end: Date | null) =>
    (await operator.put(`/regions/${region._id}/work`, { until: end, reason: "paint" })).body.machines;
  expect(await work(until)).toBe(2);
  await gateway.stores.machines.updateOne({ _id: leaves._id }, { $set: { profile: elsewhere._id } });

  expect(await work(null)).toBe(2);
  const found = await gateway.stores.machines.find({ _id: { $in: [stays._id, leaves._id] } }).toArray();
  expect(found.map((machine) => machine.work)).toEqual([null, null]);
});
