import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A picture and how long it is seen. */
export interface Frame {
  readonly file: string;
  readonly seconds: number;
}

const FPS = '15';
/** The first for browsers with open formats only, the second for those that have had no other for long. */
const FORMATS = [
  ['.webm', ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-deadline', 'good', '-cpu-used', '1', '-row-mt', '1']],
  ['.mp4', ['-c:v', 'libx264', '-crf', '27', '-preset', 'veryslow', '-movflags', '+faststart']],
] as const;

/** @param to path of the film without its ending @returns the files that were made */
export function encode(
  frames: readonly Frame[],
  { folder, to }: { readonly folder: string; readonly to: string },
): readonly string[] {
  const list = join(folder, 'frames.txt');
  const lines = frames.flatMap(({ file, seconds }) => [`file '${file}'`, `duration ${seconds.toFixed(3)}`]);
  // The last picture's time is counted only when another one follows it.
  writeFileSync(list, ['ffconcat version 1.0', ...lines, `file '${frames.at(-1)?.file}'`, ''].join('\n'));
  return FORMATS.map(([ending, codec]) => {
    const file = `${to}${ending}`;
    const input = ['-loglevel', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list];
    // Nothing of the machine or the hour goes into the file: the same frames give the same film.
    const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-an'];
    execFileSync('ffmpeg', [...input, '-vf', `fps=${FPS},format=yuv420p`, ...codec, ...exact, file], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return file;
  });
}
