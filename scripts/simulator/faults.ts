import type { Random } from "./random.ts";

/** How large a share of the machines has each fault, from 0 to 1. */
export interface FaultRates {
  /** Answers late: some of its acknowledgements miss their limit of 10 s. */
  slow: number;
  /** Receives commands and answers nothing. */
  deaf: number;
  /** Has a door or two that do not open. */
  jammed: number;
  /** Loses its connection now and then. */
  dropouts: number;
  /** Writes times that are off by minutes or hours. */
  wrongClock: number;
}

export const noFaults: FaultRates = { slow: 0, deaf: 0, jammed: 0, dropouts: 0, wrongClock: 0 };

/** What is wrong with one machine. */
export interface Faults {
  slow: boolean;
  deaf: boolean;
  jammedChannels: readonly number[];
  dropsOut: boolean;
  /** Milliseconds that its own clock is ahead; 0 is right. */
  clockAheadMs: number;
}

export const healthy: Faults = { slow: false, deaf: false, jammedChannels: [], dropsOut: false, clockAheadMs: 0 };

const minuteMs = 60_000;

/** Each fault is drawn from a fork of its own: a higher rate of one never changes who has another. */
export const drawFaults = (random: Random, rates: FaultRates, channels: readonly number[]): Faults => {
  const has = (fault: keyof FaultRates) => random.fork(fault).chance(rates[fault]);
  const details = random.fork("details");
  const worst = details.pick(channels.length > 0 ? channels : [1]);
  const second = details.pick(channels.length > 0 ? channels : [1]);
  const offMs = Math.round(details.between(2 * minuteMs, 180 * minuteMs)) * (details.chance(0.5) ? 1 : -1);
  return {
    slow: has("slow"),
    deaf: has("deaf"),
    jammedChannels: has("jammed") ? [...new Set([worst, second])].sort((a, b) => a - b) : [],
    dropsOut: has("dropouts"),
    clockAheadMs: has("wrongClock") ? offMs : 0,
  };
};

/** The next loss of the connection: how long it lasts first, and how long it is away. */
interface DropOut {
  afterMs: number;
  forMs: number;
}

/** Some losses are over before the console calls the machine offline, some are not: 75 s lie in between. */
export const nextDropOut = (random: Random): DropOut => ({
  afterMs: 20_000 + random.exponential(180_000),
  forMs: random.chance(0.5) ? random.between(2_000, 40_000) : random.between(80_000, 200_000),
});
