"""A control unit as docs/machine-protocol.md describes it, with doors that exist in memory alone.

    pip install -r requirements.txt
    python unit.py --serial CU-0001 --channels 1,2,3

Against another installation than a trial, over TLS:

    python unit.py --serial CU-0001 --host mqtt.example.com --port 8883 --tls --provisioning-key KEY
"""
import argparse, base64, hashlib, hmac, json, os, random, secrets, time
from datetime import datetime, timezone

import paho.mqtt.client as mqtt
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MOVES = ("open", "stock-update")
ASKS = ("lock-status", "check-open", "check-lock-status", "lock-close-verify")
NOT_AUTHORISED = 135  # paho's number for return code 5


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Memory:
    """What a power cut does not reach: the key pair, the credentials and the commands of the last minutes."""

    def __init__(self, path):
        self.path = path
        if os.path.exists(path):
            with open(path) as file:
                self.kept = json.load(file)
        else:
            private = b64(X25519PrivateKey.generate().private_bytes_raw())
            self.keep(private=private, secret=None, commandKey=None, acted=[])
        self.private = X25519PrivateKey.from_private_bytes(unb64(self.kept["private"]))
        self.public = self.private.public_key().public_bytes_raw()

    def keep(self, **changes):
        self.kept = {**getattr(self, "kept", {}), **changes}
        with open(os.open(self.path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(self.kept, file)
        os.replace(self.path + ".new", self.path)


class Unit:
    def __init__(self, args):
        self.args, self.memory = args, Memory(args.state)
        self.base = f"vm/v1/{args.serial}/"
        self.doors = {channel: True for channel in args.channels}  # True is locked
        self.outbox, self.timers, self.restart_by, self.ready = [], [], None, False
        fingerprint = hashlib.sha256(self.memory.public).hexdigest()[:8].upper()
        print(f"{args.serial}, fingerprint {fingerprint[:4]}-{fingerprint[4:]}", flush=True)  # its display
        self.power_up()

    def power_up(self):
        self.boot, self.seq, self.started, self.clock = secrets.token_urlsafe(12), 0, time.monotonic(), None

    # Time: counted on from what Cansole said, never from this computer's own clock.

    def now(self):
        return None if self.clock is None else self.clock[0] + time.monotonic() - self.clock[1]

    def hear_time(self, told):
        here = time.monotonic()
        if self.requested and self.granted:  # the first one after the SUBACK
            self.clock, self.slow = (told + here - self.requested, here), here - self.requested > 2
            self.requested = None
        elif self.clock and told > self.now():
            self.clock = (told, here)

    def stamp(self):
        moment = datetime.fromtimestamp(self.now() or time.time(), timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"

    def is_past(self, command):
        ends = datetime.fromisoformat(command["expiresAt"].replace("Z", "+00:00")).timestamp()
        return self.now() is not None and self.now() >= ends

    # What must not be lost is kept until its PUBACK, and said again over the next connection in the old order.

    def say(self, topic, **payload):
        text = json.dumps({**payload, "at": self.stamp(), "boot": self.boot, "seq": self.seq})
        self.seq += 1
        self.outbox.append({"topic": topic, "text": text, "mid": None})
        self.send_kept()

    def send_kept(self):
        for kept in self.outbox if self.ready else []:
            if kept["mid"] is None:
                kept["mid"] = self.client.publish(self.base + "up/" + kept["topic"], kept["text"], qos=1).mid

    def on_publish(self, _client, _data, mid, *_):
        self.outbox = [kept for kept in self.outbox if kept["mid"] != mid]

    def say_locks(self, channels, full=False):
        self.say("locks", containers=[{"channel": c, "isLocked": self.doors[c]} for c in channels], full=full)

    def fact(self, command, channel, fact, **more):
        self.say("result", commandId=command["commandId"], channel=channel, fact=fact, **more)

    # Commands

    def is_genuine(self, c):
        key = self.memory.kept["commandKey"]
        parts = (c["commandId"], self.args.serial, c["type"], ",".join(map(str, c["channels"])), c["expiresAt"])
        right = key and b64(hmac.new(unb64(key), "|".join(parts).encode(), hashlib.sha256).digest())
        return not key or hmac.compare_digest(right, str(c.get("mac", "")))

    def obey(self, c):
        channels, kind = c["channels"] or [None], c["type"]
        fail = lambda these, code: [self.fact(c, channel, "failed", code=code) for channel in these]
        if not self.is_genuine(c):  # before its id is remembered
            return fail(channels, "WRONG_MAC")
        if c["commandId"] in self.memory.kept["acted"]:
            return None
        self.memory.keep(acted=[*self.memory.kept["acted"], c["commandId"]][-500:])
        if kind not in (*MOVES, *ASKS, "ping", "restart"):
            return fail(channels, "UNKNOWN_TYPE")
        if kind in MOVES and self.now() is None:
            return fail(channels, "NO_TIME")
        if self.is_past(c):
            return None
        if kind in ("ping", "restart"):
            self.restart_by = time.monotonic() + 2 if kind == "restart" else None
            return self.fact(c, None, "acknowledged")
        fail([channel for channel in channels if channel not in self.doors], "NO_SUCH_LOCK")
        for place, channel in enumerate(channel for channel in channels if channel in self.doors):
            if kind in ASKS:
                self.fact(c, channel, "status", isLocked=self.doors[channel])
            else:
                self.after(0.03 * place, lambda channel=channel: self.pulse(c, channel))
        return None

    def pulse(self, c, channel):
        if self.is_past(c):
            return
        self.fact(c, channel, "acknowledged")
        self.after(0.5 * self.args.pace, lambda: self.moved(c, channel, False, "opened"))
        self.after(5 * self.args.pace, lambda: self.moved(c, channel, True, "closed"))

    def moved(self, c, channel, is_locked, fact):
        self.doors[channel] = is_locked
        self.say_locks([channel])
        self.fact(c, channel, fact)

    # The connection

    def subscribe(self):
        self.requested, self.granted = time.monotonic(), False
        self.client.subscribe(self.base + ("down/credentials" if self.provisioning else "down/#"), qos=1)

    def on_connect(self, _client, _data, _flags, reason, _properties):
        self.code = reason.value
        login = "the provisioning login" if self.provisioning else "its own login"
        print(f"refused with {login}: {reason}" if self.code else f"connected with {login}", flush=True)
        if self.code == 0:
            self.subscribe()

    def on_subscribe(self, *_):
        self.granted = True
        if self.provisioning:
            request = {"version": "1.0.0", "dateTime": self.stamp(), "key": b64(self.memory.public), "mac": True}
            self.client.publish(self.base + "up/register", json.dumps(request), qos=1)
        elif not self.ready:
            self.ready, self.next_live = True, 0
            for kept in self.outbox:
                kept["mid"] = None
            self.say_locks(self.doors, full=True)  # behind what was kept

    def on_message(self, _client, _data, message):
        try:
            topic, said = message.topic[len(self.base) :], json.loads(message.payload)
            if topic == "down/time":
                self.hear_time(datetime.fromisoformat(said["now"].replace("Z", "+00:00")).timestamp())
            elif topic == "down/command":
                self.obey(said)
            elif topic == "down/credentials":
                self.open_credentials(said["sealed"])
            elif topic == "down/problem":
                print("dropped:", said)
        except (KeyError, TypeError, ValueError, InvalidTag) as error:
            print("ignored:", message.topic, repr(error))

    def open_credentials(self, sealed):
        ephemeral = unb64(sealed["key"])
        shared = self.memory.private.exchange(X25519PublicKey.from_public_bytes(ephemeral))
        info = f"cansole credentials v1 {self.args.serial}".encode()
        aes = HKDF(algorithm=SHA256(), length=32, salt=ephemeral + self.memory.public, info=info).derive(shared)
        opened = json.loads(AESGCM(aes).decrypt(unb64(sealed["iv"]), unb64(sealed["data"]), None))
        self.memory.keep(secret=opened["secret"], commandKey=opened.get("commandKey"))
        self.client.disconnect()

    def after(self, seconds, act):
        self.timers.append((time.monotonic() + seconds, act))

    def tick(self):
        here = time.monotonic()
        due = sorted((timer for timer in self.timers if timer[0] <= here), key=lambda timer: timer[0])
        self.timers = [timer for timer in self.timers if timer[0] > here]
        for _, act in due:
            act()
        if self.ready and here >= self.next_live:
            self.next_live = here + 25 * self.args.pace
            live = {"strength": -67, "temperature": 4.5, "supply": 12.1, "firmware": "1.0.0"}
            live.update(uptime=round(here - self.started, 1), at=self.stamp())
            self.client.publish(self.base + "up/live", json.dumps(live), qos=0)
        if self.ready and here >= (self.requested + 60 if self.requested else self.clock[1] + (60 if self.slow else 3600)):
            self.subscribe()
        if self.restart_by and self.ready and (not self.outbox or here > self.restart_by):
            self.client.disconnect()

    def connect_once(self):
        """Until the connection ends; gives the return code of its sign-in, None where there was none."""
        self.ready, self.code, self.requested = False, None, None
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, self.args.serial, protocol=mqtt.MQTTv311)
        for name in ("on_connect", "on_subscribe", "on_message", "on_publish"):
            setattr(self.client, name, getattr(self, name))
        login = ("provision", self.args.provisioning_key)
        self.client.username_pw_set(*(login if self.provisioning else (self.args.serial, self.memory.kept["secret"])))
        if self.args.tls is not None:
            self.client.tls_set(self.args.tls or None)
        try:
            self.client.connect(self.args.host, self.args.port, keepalive=30)
            while self.client.loop(timeout=0.02) == mqtt.MQTT_ERR_SUCCESS:
                self.tick()
        except OSError:
            pass
        self.ready = False
        return self.code

    def run(self):
        self.provisioning, failures = self.memory.kept["secret"] is None, 0
        while True:
            code = self.connect_once()
            failures = 0 if code == 0 else failures + 1
            if code == NOT_AUTHORISED and self.memory.kept["secret"]:
                self.provisioning = not self.provisioning  # in turn, and the secret stays
            elif code == 0:
                self.provisioning = self.memory.kept["secret"] is None
            again = time.monotonic() + min(60, 2**failures) * random.uniform(0.6, 1) * self.args.pace
            while time.monotonic() < again:
                self.tick()
                time.sleep(0.01)
            if self.restart_by:
                self.restart_by, self.timers = None, []
                self.power_up()


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--serial", default="CU-0001")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=1883)
    parser.add_argument("--tls", nargs="?", const="", metavar="CA", help="use TLS; CA is a file with your own authority")
    parser.add_argument("--provisioning-key", default="trial-provisioning")
    parser.add_argument("--channels", type=lambda text: [int(one) for one in text.split(",")], default=[1, 2, 3])
    parser.add_argument("--state", default="unit-state.json", help="where keys and credentials are kept")
    parser.add_argument("--pace", type=float, default=1, help="less than 1 shortens heartbeats, pauses and doors")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        Unit(arguments()).run()
    except KeyboardInterrupt:
        pass
