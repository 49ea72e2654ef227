import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { mostViews, mostViewsOfAList } from "#shared/list-views/list-view.schema.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { type SignedInOperator, setUpOperator, signedInAt } from "../../testing/operator.ts";

const gateway = setUpGateway();
const operator = setUpOperator(gateway);
const other = setUpOperator(gateway);

const viewsOf = async (who: SignedInOperator, list: string) => (await who.get(`/list-views?list=${list}`)).body.views;
const keep = (who: SignedInOperator, body: object) => who.post("/list-views", body);

test("a view is kept for its operator and its list, by name; the same name takes its place", async () => {
  expect(await viewsOf(operator, "orders")).toEqual([]);

  await keep(operator, { list: "orders", name: " Week 10 ", query: "status=processing" });
  await keep(operator, { list: "orders", name: "Week 9", query: "status=processing&sort=-netAmount" });
  const { status, body } = await keep(operator, { list: "orders", name: "Week 10", query: "in.orderId=OD-1" });

  expect(status).toBe(200);
  expect(body.views).toEqual([
    { name: "Week 9", query: "status=processing&sort=-netAmount" },
    { name: "Week 10", query: "in.orderId=OD-1" },
  ]);
  expect(await viewsOf(operator, "orders")).toEqual(body.views);
  expect(await viewsOf(operator, "users")).toEqual([]);
  expect(await viewsOf(other, "orders")).toEqual([]);
});

test("a forgotten view is gone, and one that is gone is no error", async () => {
  await keep(operator, { list: "ledger", name: "A", query: "" });
  for (const _time of [1, 2]) {
    const { status, body } = await operator.delete("/list-views", { list: "ledger", name: "A" });
    expect([status, body.views]).toEqual([200, []]);
  }
});

test("what is typed is text: a name that looks like a field of the database keeps nothing else", async () => {
  await keep(operator, { list: "sales", name: "$views", query: "sort=$$this" });

  expect(await viewsOf(operator, "sales")).toEqual([{ name: "$views", query: "sort=$$this" }]);
});

test.each([
  [{ list: "orders", name: "", query: "" }, "name: is required"],
  [{ list: "Orders/1", name: "A", query: "" }, "list: must be a list's page"],
  [{ list: "orders", name: "A", query: "phone=9876543210" }, "query: must not name a person or a page"],
  [{ list: "users", name: "A", query: "in.email=a%40b.in" }, "query: must not name a person or a page"],
  [{ list: "orders", name: "A", query: "page=2" }, "query: must not name a person or a page"],
])("%j is refused: %s", async (body, words) => {
  const answer = await keep(operator, body);

  expect([answer.status, answer.body.error]).toEqual([400, words]);
});

test("a list keeps so many views and no more, also of calls at once; one of them can still be changed", async () => {
  const names = Array.from({ length: mostViewsOfAList + 5 }, (_, n) => `V ${n}`);
  await Promise.all(names.map((name) => keep(other, { list: "audit", name, query: "" })));
  const [kept] = await viewsOf(other, "audit");

  const { status, body } = await keep(other, { list: "audit", name: "One more", query: "" });
  expect([status, body.error]).toEqual([409, "A list keeps 20 views: delete one first"]);
  expect((await keep(other, { list: "audit", name: kept.name, query: "sort=-at" })).status).toBe(200);
  const { listViews } = gateway.stores;
  expect((await listViews.findOne({ _id: new ObjectId(other.userId) }))?.views).toHaveLength(mostViewsOfAList);
});

test("all lists together keep so many views: a list that no page has is a list as well", async () => {
  const views = Array.from({ length: mostViews }, (_, n) => ({
    list: `x${"y".repeat(n % 30)}`,
    name: `V ${n}`,
    query: "",
  }));
  const { userId, post } = await signedInAt(gateway);
  await gateway.stores.listViews.insertOne({ _id: userId, views });

  const { status, body } = await post("/list-views", { list: "orders", name: "One more", query: "" });

  expect([status, body.error]).toEqual([409, "All lists together keep 400 views: delete one first"]);
  expect((await post("/list-views", { list: "x", name: "V 0", query: "sort=-at" })).status).toBe(200);
});
