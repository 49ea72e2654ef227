/** Why a message of a registered unit was dropped, as the machine protocol names it, in words for people. */
export const dropReasons: Record<string, string> = {
  "payload-too-large": "it has more than 65,536 bytes",
  "not-utf8": "it is not UTF-8",
  "not-json": "it is not JSON",
  "wrong-fields": "a field is missing, wrong or unknown",
  "out-of-range": "a number or text is out of its bounds",
  "unknown-topic": "there is no such topic",
  "wrong-login": "this topic is for the provisioning login",
  "unknown-command": "it answers a command that was never sent",
  "not-its-command": "it answers a command that was sent to another unit",
  "not-its-channel": "its command does not name this lock",
  "not-its-fact": "its command has no such fact",
};

/** A reason that a newer gateway gives is shown as it is. */
export const dropText = (reason: string): string =>
  Object.hasOwn(dropReasons, reason) ? (dropReasons[reason] ?? reason) : reason;
