import { crc32, inflateSync } from 'node:zlib';
import { unpayableBrCode } from '#payments/sandbox/charges.ts';
import { qrPng } from '#payments/sandbox/qr-png.ts';
import { encode } from 'uqr';
import { expect, test } from 'vitest';

interface Picture {
  readonly width: number;
  /** The rows of pixels, where true is dark. */
  readonly isDark: (x: number, y: number) => boolean;
}

/** Reads a PNG with one bit of grey, and checks the length and checksum of each chunk. */
function readPng(base64: string): Picture {
  const png = Buffer.from(base64, 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.subarray(0, 4).toString(), named.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(0);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([height, ...header.subarray(8)]).toEqual([width, 1, 0, 0, 0, 0]);
  const pixels = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const rowLength = 1 + Math.ceil(width / 8);
  expect(pixels.length).toBe(rowLength * width);
  return { width, isDark: (x, y) => ((pixels[y * rowLength + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0 };
}

test('the sandbox’s picture of a code contains that code with a margin', () => {
  const code = unpayableBrCode('0123456789abcdef0123456789abcdef');
  const { width, isDark } = readPng(qrPng(code));
  const { data, size } = encode(code, { ecc: 'M', border: 4 });
  const scale = width / size;
  expect(Number.isInteger(scale) && scale >= 4).toBe(true);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isDark(x, y) !== data[Math.floor(y / scale)]?.[Math.floor(x / scale)]) throw new Error(`pixel ${x}, ${y}`);
});
