// The sounds of chips, cards and wins, made of tones and noise.

const LOUD = 0.25;
const SECONDS = 2; // of noise, of which all cards are made

let context = null;
let noise = null;
const waiting = new Set(); // sounds whose time has not come

// After some milliseconds. name: a key of SOUNDS
export function sound(name, afterMs) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name](context.currentTime + afterMs / 1000);
}

// What was still to be heard is not.
export function hush() {
  for (const { source, at } of waiting) if (at > context.currentTime + 0.05) source.stop();
}

const SOUNDS = {
  // Two discs of clay.
  chip(at) {
    tone(at, 2900, 0.05, 0.5);
    tone(at + 0.035, 3700, 0.06, 0.35);
  },
  // Paper over cloth.
  card(at) {
    const source = new AudioBufferSourceNode(context, { buffer: (noise ??= whiteNoise()) });
    const band = new BiquadFilterNode(context, { type: "bandpass", frequency: 2400, Q: 0.8 });
    source.connect(band).connect(fading(at, 0.09, 0.5));
    run(source, at, 0.1);
  },
  // Somebody of the staff has to see to something.
  alert(at) {
    [880, 1174.66, 880, 1174.66].forEach((pitch, nth) => tone(at + nth * 0.16, pitch, 0.22, 0.7, "triangle"));
  },
  win(at) {
    [523.25, 659.25, 783.99].forEach((pitch, nth) => tone(at + nth * 0.09, pitch, 0.35, 0.5, "triangle"));
  },
  jackpot(at) {
    const chord = [523.25, 659.25, 783.99, 1046.5, 1318.5];
    for (let nth = 0; nth < 15; nth++) tone(at + nth * 0.11, chord[nth % 5] * (nth < 10 ? 1 : 2), 0.5, 0.4, "triangle");
    for (const pitch of chord) tone(at + 1.7, pitch, 1.6, 0.3, "triangle");
  },
};

function tone(at, pitch, seconds, loud, type = "sine") {
  const source = new OscillatorNode(context, { type, frequency: pitch });
  source.connect(fading(at, seconds, loud));
  run(source, at, seconds);
}

function run(source, at, seconds) {
  const each = { source, at };
  waiting.add(each);
  source.onended = () => waiting.delete(each);
  source.start(at);
  source.stop(at + seconds);
}

function fading(at, seconds, loud) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud * LOUD, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(context.destination);
  return gain;
}

function whiteNoise() {
  const buffer = new AudioBuffer({ length: SECONDS * context.sampleRate, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
