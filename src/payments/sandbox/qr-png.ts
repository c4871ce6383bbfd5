import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** The width of the light margin, in modules; scanners need it to find the code. */
const QUIET_ZONE = 4;
/** The width of a module, in pixels. */
const SCALE = 6;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The format of the pixels: one bit each, of which 0 is dark. */
const [BIT_DEPTH, GREYSCALE, DARK] = [1, 0, false] as const;

/** The QR code of a text as providers send it: a PNG in base64, without a prefix. */
export function qrPng(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const width = data.length * SCALE;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.set([BIT_DEPTH, GREYSCALE, 0, 0, 0], 8);
  const rows = data.flatMap((modules) => {
    const row = pixelRow(modules);
    return Array.from({ length: SCALE }, () => row);
  });
  const png = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...png]).toString('base64');
}

/** One line of pixels, eight to a byte, after the byte for no filter. */
function pixelRow(modules: readonly boolean[]): Buffer {
  const pixels = modules.flatMap((isDark) => Array.from({ length: SCALE }, () => (isDark ? DARK : true)));
  const row = Buffer.alloc(1 + Math.ceil(pixels.length / 8));
  for (const [index, isLight] of pixels.entries()) {
    const byte = 1 + (index >> 3);
    if (isLight) row[byte] = (row[byte] ?? 0) | (0x80 >> (index & 7));
  }
  return row;
}

/** A PNG chunk: length, name, content and the checksum of the last two. */
function chunk(name: string, content: Buffer): Buffer {
  const nameAndContent = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(nameAndContent));
  return Buffer.concat([length, nameAndContent, checksum]);
}
