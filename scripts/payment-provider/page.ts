import { behaviourNames, behaviourOf } from "./behaviours.ts";

/** A page of a trial: every order that waits for its money, and how it may be paid. */
export const playPage = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Payments of this trial</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; padding: 16px; max-width: 1100px; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; padding: 6px 10px 6px 0; border-block-end: 1px solid #8886; vertical-align: top; }
  td.rupees { font-variant-numeric: tabular-nums; text-align: end; }
  form { display: flex; gap: 6px; flex-wrap: wrap; }
  select, button { font: inherit; min-block-size: 34px; }
</style>
<main>
<h1>Payments of this trial</h1>
<p>Here you are the customer and his bank: choose how an order is paid. The console hears of it as it would of the real
provider.</p>
<p id="said" role="status"></p>
<template id="how"><select aria-label="How it is paid">${behaviourNames
  .map((name) => `<option value="${name}">${behaviourOf(name).words}</option>`)
  .join("")}</select></template>
<div class="wide" tabindex="0" role="region" aria-label="Orders">
<table>
<thead><tr><th>Receipt</th><th>Rupees</th><th>Order</th><th>Attempts</th><th>Pay</th></tr></thead>
<tbody id="orders"></tbody>
</table>
</div>
<p id="none" hidden>No order waits for money. Orders that customers make appear here.</p>
</main>
<script type="module" src="/play.js"></script>
</html>
`;

/** Rows are kept while their order stands, so that nothing that is being chosen is lost to a refresh. */
export const playScript = `
const body = document.getElementById("orders");
const said = document.getElementById("said");
const rows = new Map();

const cell = (row, className = "") => {
  const made = row.insertCell();
  made.className = className;
  return made;
};

const pay = async (order, how, button) => {
  button.disabled = true;
  const answer = await fetch("/play/orders/" + order + "/pay", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ how }),
  }).then((response) => response.json(), () => ({ error: "The server did not answer" }));
  said.textContent = answer.error ?? "Payment " + answer.id + ": " + answer.status;
  button.disabled = false;
  await refresh();
};

const rowOf = (order) => {
  const row = body.insertRow(0);
  cell(row).textContent = order.receipt ?? "";
  cell(row, "rupees").textContent = (order.amount / 100).toFixed(2);
  const status = cell(row);
  const attempts = cell(row);
  const form = document.createElement("form");
  const select = document.getElementById("how").content.cloneNode(true).firstChild;
  const button = document.createElement("button");
  button.textContent = "Pay";
  form.append(select, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void pay(order.id, select.value, button);
  });
  cell(row).append(form);
  return { row, status, attempts };
};

const refresh = async () => {
  const { orders, payments } = await fetch("/play/state").then((response) => response.json());
  for (const order of [...orders].reverse()) {
    if (!rows.has(order.id)) rows.set(order.id, rowOf(order));
    const { status, attempts } = rows.get(order.id);
    status.textContent = order.status;
    const own = payments.filter((payment) => payment.order === order.id);
    attempts.textContent = own.map((payment) => payment.id + " " + payment.status).join(", ");
  }
  const known = new Set(orders.map(({ id }) => id));
  for (const [id, { row }] of rows)
    if (!known.has(id)) {
      row.remove();
      rows.delete(id);
    }
  document.getElementById("none").hidden = orders.length > 0;
};

const follow = () => refresh().catch(() => { said.textContent = "The server does not answer"; });
await follow();
setInterval(follow, 2000);
`;
