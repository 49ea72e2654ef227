let context: AudioContext | undefined;
const startMs = 500;
const notes = [
  { hertz: 660, from: 0 },
  { hertz: 880, from: 0.14 },
];
const noteSeconds = 0.16;
/** Share of full strength: audible nearby, but not an alarm. */
const loudness = 0.12;

const startOf = async (): Promise<AudioContext> => {
  context ??= new AudioContext();
  // Where the page was not used yet a browser keeps this waiting until it is.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, startMs))]);
  return context;
};

/** Two short notes, made here. False where the browser does not let the page sound: then it does not sound later either. */
export const playTone = async (): Promise<boolean> => {
  try {
    const at = await startOf();
    if (at.state !== "running") {
      await at.suspend();
      return false;
    }
    for (const { hertz, from } of notes) {
      const begin = at.currentTime + from;
      const note = at.createOscillator();
      const volume = at.createGain();
      note.frequency.value = hertz;
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(loudness, begin + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + noteSeconds);
      note.connect(volume).connect(at.destination);
      note.start(begin);
      note.stop(begin + noteSeconds);
    }
    return true;
  } catch {
    return false;
  }
};
