// Synthesised sounds: taps of wood on stone, and bells for arrivals and results.

import { settings } from './settings.svelte';

let context: AudioContext | undefined;

/** A tap: short noise through a narrow band-pass filter. */
function tap(pitch: number, loudness: number): void {
  if (settings.sound === 'off') return;
  context ??= new AudioContext();
  const length = 0.09;
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 5 });
  const gain = new GainNode(context, { gain: loudness });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
}

/** Bells of these pitches, one after the other. */
function bells(pitches: number[], apart = 0.12, loudness = 0.08): void {
  if (settings.sound === 'off') return;
  context ??= new AudioContext();
  for (const [i, pitch] of pitches.entries()) {
    const at = context.currentTime + i * apart;
    const tone = new OscillatorNode(context, { frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 1.2);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + 1.3);
  }
}

export const sounds = {
  moved: () => tap(900, 2.5),
  captured: () => {
    tap(420, 3.5);
    setTimeout(() => tap(700, 2), 70);
  },
  refused: () => tap(180, 3),
  came: () => bells([523, 784, 1046]),
  /** Rises. */
  won: () => bells([523, 659, 784, 1046], 0.13),
  /** Falls. */
  lost: () => bells([330, 262], 0.28, 0.06),
  /** Stays. */
  drawn: () => bells([440, 440], 0.25, 0.06),
  /** The end of a game watched, reviewed or taught. */
  ended: () => bells([523, 784, 1046]),
};
