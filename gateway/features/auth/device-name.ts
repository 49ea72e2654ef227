/** First match counts: Edge also calls itself Chrome, and Chrome calls itself Safari. */
const browsers: [RegExp, string][] = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS/, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];
const nameIn = (agent: string, names: [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1];

/** "Chrome on Android": enough for operators to recognise their devices. A program's name stands as it is, in short. */
export const deviceName = (userAgent: string | undefined): string => {
  const agent = userAgent ?? "";
  const [browser, system] = [nameIn(agent, browsers), nameIn(agent, systems)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return /^[\w .-]{1,40}/.exec(agent)?.[0].trim() || "Unknown device";
};
