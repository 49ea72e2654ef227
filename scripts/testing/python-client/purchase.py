"""A purchase by the client that openapi-python-client generated: prices an order, places it, and reads it.

CANSOLE, KEY and ORDER (JSON) in the environment; prints one line of JSON.
"""
import json, os, sys

from cansole_intake_client import AuthenticatedClient
from cansole_intake_client.api.intake import list_intake_machines, place_order, quote_order, read_intake_order
from cansole_intake_client.models import PlaceOrderBody, QuoteOrderBody

# As docs/intake.md says.
client = AuthenticatedClient(
    base_url=os.environ["CANSOLE"], token=os.environ["KEY"], prefix="", auth_header_name="X-Api-Key"
)
wanted = json.loads(os.environ["ORDER"])

if len(sys.argv) > 1:
    print(read_intake_order.sync(sys.argv[1], client=client).order.order_status.value)
    sys.exit()

machines = list_intake_machines.sync(client=client).machines
quoted = {name: wanted[name] for name in ("vendingMachine", "lines")}
quote = quote_order.sync(client=client, body=QuoteOrderBody.from_dict(quoted)).quote
placed = [
    place_order.sync(client=client, body=PlaceOrderBody.from_dict(wanted), idempotency_key="python-1") for _ in range(2)
]
refused = place_order.sync(
    client=client, body=PlaceOrderBody.from_dict({**wanted, "vendingMachine": "VM-nowhere"}), idempotency_key="python-2"
)
print(
    json.dumps(
        {
            "machines": [machine.vending_machine_id for machine in machines],
            "quoted": quote.net_amount,
            "orders": [answer.order.field_id for answer in placed],
            "orderId": placed[0].order.order_id,
            "toPay": placed[0].payment.amount,
            "providerOrderId": placed[0].payment.provider_order_id,
            "refused": refused.code,
        }
    )
)
