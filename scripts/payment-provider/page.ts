import { behaviourNames, behaviourOf } from "./behaviours.ts";

const styles = `
  :root {
    color-scheme: light dark;
    font: 14px/1.5 system-ui, sans-serif;
    --ground: light-dark(#f5f6f8, #14161a);
    --card: light-dark(#fff, #1d2026);
    --line: light-dark(#d9dde3, #343a44);
    --text: light-dark(#1c2128, #e6e9ee);
    --muted: light-dark(#56606e, #a3adbb);
    --good: light-dark(#17663a, #6fd199);
    --bad: light-dark(#a3281f, #ff9b91);
    --action: light-dark(#1f5fbf, #2f6fd0);
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--text); }
  main { margin: 0 auto; padding: 24px 16px 48px; max-width: 1180px; }
  h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; }
  p { margin: 0 0 12px; color: var(--muted); max-width: 70ch; }
  #said { min-block-size: 21px; color: var(--text); font-weight: 600; }
  .card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
  #none { margin: 0; padding: 24px 16px; }
  table { border-collapse: collapse; inline-size: 100%; }
  th { text-align: start; font-weight: 600; color: var(--muted); white-space: nowrap; }
  th, td { padding: 10px 14px; border-block-end: 1px solid var(--line); vertical-align: top; }
  tbody tr:last-child td { border-block-end: 0; }
  .id { font-family: ui-monospace, monospace; font-size: 13px; overflow-wrap: anywhere; }
  .rupees { font-variant-numeric: tabular-nums; text-align: end; white-space: nowrap; }
  .paid, .captured { color: var(--good); font-weight: 600; }
  .failed, .refunded { color: var(--bad); font-weight: 600; }
  ul { margin: 0; padding: 0; list-style: none; }
  li span { color: var(--muted); }
  form { display: flex; gap: 8px; }
  select, button { font: inherit; min-block-size: 36px; border-radius: 6px; border: 1px solid var(--line); padding: 0 10px; }
  select { flex: 1; min-inline-size: 0; max-inline-size: 260px; background: var(--card); color: inherit; }
  button { background: var(--action); border-color: transparent; color: #fff; font-weight: 600; cursor: pointer; }
  button:disabled { opacity: .6; cursor: default; }
  :focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
  @media (max-width: 760px) {
    thead { position: absolute; clip-path: inset(50%); inline-size: 1px; block-size: 1px; overflow: hidden; }
    table, tbody, tr, td { display: block; }
    tr { display: grid; grid-template-columns: 1fr auto; padding: 12px 14px; gap: 6px 12px; border-block-end: 1px solid var(--line); }
    tbody tr:last-child { border-block-end: 0; }
    td { padding: 0; border: 0; }
    .attempts, .action { grid-column: 1 / -1; }
    .attempts:empty { display: none; }
    select { max-inline-size: none; }
    select, button { min-block-size: 44px; }
  }
`;

const ways = behaviourNames.map((name) => `<option value="${name}">${behaviourOf(name).words}</option>`).join("");

/** A page of a trial: every order that waits for its money, and how it may be paid. */
export const playPage = (): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Payments of this trial</title>
<style>${styles}</style>
<main>
<h1>Payments of this trial</h1>
<p>Here you are the customer and their bank: choose how an order is paid. The console hears of it as it would of the real
provider. The newest 200 orders are shown.</p>
<p id="said" role="status"></p>
<template id="how"><select>${ways}</select></template>
<div class="card">
<table hidden>
<thead><tr><th>Receipt</th><th class="rupees">Amount</th><th>Order</th><th>Attempts</th><th>Pay</th></tr></thead>
<tbody id="orders"></tbody>
</table>
<p id="none" hidden>No order waits for money. Orders that customers make appear here.</p>
</div>
</main>
<script type="module" src="/play.js"></script>
</html>
`;

/** Rows are kept while their order stands, so that nothing that is being chosen is lost to a refresh. */
export const playScript = `
const body = document.getElementById("orders");
const said = document.getElementById("said");
const rows = new Map();
const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

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
  await follow();
};

const rowOf = (order) => {
  const row = body.insertRow(0);
  const name = order.receipt ?? order.id;
  cell(row, "id").textContent = name;
  cell(row, "rupees").textContent = rupees.format(order.amount / 100);
  const status = cell(row);
  const attempts = cell(row, "attempts");
  const form = document.createElement("form");
  const select = document.getElementById("how").content.cloneNode(true).firstChild;
  const button = document.createElement("button");
  select.setAttribute("aria-label", "How " + name + " is paid");
  button.textContent = "Pay";
  button.setAttribute("aria-label", "Pay " + name);
  form.append(select, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void pay(order.id, select.value, button);
  });
  cell(row, "action").append(form);
  return { row, status, attempts, shown: "" };
};

const attemptOf = ({ id, status }) => {
  const line = document.createElement("li");
  const word = document.createElement("b");
  const name = document.createElement("span");
  word.className = status;
  word.textContent = status;
  name.className = "id";
  name.textContent = id;
  line.append(word, " ", name);
  return line;
};

const refresh = async () => {
  const { orders, payments } = await fetch("/play/state").then((response) => response.json());
  for (const order of [...orders].reverse()) {
    if (!rows.has(order.id)) rows.set(order.id, rowOf(order));
    const known = rows.get(order.id);
    const own = payments.filter((payment) => payment.order === order.id);
    const shown = JSON.stringify([order.status, own]);
    if (known.shown === shown) continue;
    known.shown = shown;
    known.status.textContent = order.status;
    known.status.className = order.status;
    const list = document.createElement("ul");
    list.append(...own.map(attemptOf));
    known.attempts.replaceChildren(...(own.length > 0 ? [list] : []));
  }
  const known = new Set(orders.map(({ id }) => id));
  for (const [id, { row }] of rows)
    if (!known.has(id)) {
      row.remove();
      rows.delete(id);
    }
  document.querySelector("table").hidden = orders.length === 0;
  document.getElementById("none").hidden = orders.length > 0;
};

const away = "The server does not answer";
const follow = () => refresh().then(
  () => { if (said.textContent === away) said.textContent = ""; },
  () => { said.textContent = away; },
);
await follow();
setInterval(follow, 2000);
`;
