// Sounds out of oscillators and noise: no files. Silent until the player has touched the page, as browsers want it.
import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

for (const kind of ["pointerdown", "keydown"])
  addEventListener(kind, () => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  }, { passive: true });

/** @param {number} pitch @param {number} after seconds @param {number} long @param {number} loud @param {OscillatorType} [kind] */
function tone(pitch, after, long, loud, kind = "sine") {
  if (!audio) return;
  const start = audio.currentTime + after;
  const wave = new OscillatorNode(audio, { type: kind, frequency: pitch });
  const level = new GainNode(audio, { gain: 0 });
  level.gain.linearRampToValueAtTime(loud, start + 0.012);
  level.gain.exponentialRampToValueAtTime(0.0001, start + long);
  wave.connect(level).connect(audio.destination);
  wave.start(start);
  wave.stop(start + long);
}

/** A short rush of air: a card, a chip. @param {number} pitch @param {number} after @param {number} long @param {number} loud */
function rush(pitch, after, long, loud) {
  if (!audio) return;
  const frames = Math.ceil(audio.sampleRate * long);
  const buffer = new AudioBuffer({ length: frames, sampleRate: audio.sampleRate });
  const data = buffer.getChannelData(0);
  for (let at = 0; at < frames; at++) data[at] = (Math.random() * 2 - 1) * (1 - at / frames) ** 2;
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.1 });
  const level = new GainNode(audio, { gain: loud });
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(band).connect(level).connect(audio.destination);
  source.start(audio.currentTime + after);
}

const SOUNDS = {
  deal: () => [0, 0.08, 0.16].forEach((after) => rush(2600, after, 0.07, 0.16)),
  chips: () => [0, 0.05, 0.11].forEach((after, place) => rush(5200 + 500 * place, after, 0.035, 0.2)),
  check: () => [0, 0.1].forEach((after) => rush(420, after, 0.05, 0.5)),
  fold: () => rush(1200, 0, 0.16, 0.1),
  turn: () => (tone(660, 0, 0.28, 0.12), tone(880, 0.13, 0.45, 0.12)),
  low: () => (tone(988, 0, 0.12, 0.1, "triangle"), tone(988, 0.18, 0.12, 0.1, "triangle")),
  win: () => [523, 659, 784, 1047].forEach((pitch, place) => tone(pitch, place * 0.09, 0.5, 0.09)),
};

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  const now = settings();
  const own = name === "turn" || name === "low";
  if (now.sounds === "off" || (own && now.turn === "off")) return;
  if (document.hidden && !own) return;
  SOUNDS[name]();
  if (name === "turn" && document.hidden) navigator.vibrate?.([80, 60, 80]);
}
