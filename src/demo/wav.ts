const RATE = 8000;

/** A sine tone as a WAV file: 8 bits, one channel, 8,000 samples a second, fading out. */
export function toneWav(hertz: number, seconds: number): Buffer {
  const count = Math.round(seconds * RATE);
  const file = Buffer.alloc(44 + count);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + count, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  // PCM, one channel, bytes a second, bytes a sample, bits a sample.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(count, 40);
  for (let i = 0; i < count; i += 1) {
    const wave = Math.sin((2 * Math.PI * hertz * i) / RATE) * (1 - i / count);
    file.writeUInt8(128 + Math.round(100 * wave), 44 + i);
  }
  return file;
}
