import { inject } from "vitest";
import { type RoomConfig, readRoomConfig } from "../config.ts";
import { roomEnv } from "./room-env.ts";

/** What a room is told that runs on the servers of the tests. */
export const testEnv = (more: Record<string, string> = {}) =>
  roomEnv({ mongodbUri: inject("mongodbUri"), redisUrl: inject("redisUrl") }, more);

export const roomConfig = (more?: Record<string, string>): RoomConfig => readRoomConfig(testEnv(more));
