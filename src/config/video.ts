/** The demonstration video as the page embeds it. */
export interface Video {
  /** `frame`: a player of its own in a frame; `file`: played by the browser. */
  readonly kind: 'frame' | 'file';
  readonly src: string;
  /** The same in another format, for browsers that do not play the first. */
  readonly alternative?: string;
}

/** The product's own, made of its screens: no sound, its words in the picture. */
export const OWN_VIDEO: Video = { kind: 'file', src: '/demonstracao.webm', alternative: '/demonstracao.mp4' };

/**
 * What to embed for a video's usual address. YouTube comes from its domain without cookies, Vimeo without tracking.
 * @returns null for an address that none of the three kinds knows
 */
export function videoFrom(address: string): Video | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:') return null;
  return youTube(url) ?? vimeo(url) ?? file(url);
}

function youTube({ hostname, pathname, searchParams }: URL): Video | null {
  const host = hostname.replace(/^(www|m)\./, '');
  const id = host === 'youtu.be' ? pathname.slice(1) : inPage(pathname, searchParams);
  const isYouTube = ['youtu.be', 'youtube.com', 'youtube-nocookie.com'].includes(host);
  if (!isYouTube || !/^[\w-]{11}$/.test(id)) return null;
  return { kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` };
}

const inPage = (pathname: string, searchParams: URLSearchParams): string =>
  /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1] ?? searchParams.get('v') ?? '';

/** An unlisted video carries a second part, its key, in the path or as `h`. */
function vimeo({ hostname, pathname, searchParams }: URL): Video | null {
  if (!/^(www\.|player\.)?vimeo\.com$/.test(hostname)) return null;
  const [, id, inPath] = /^\/(?:video\/)?(\d+)(?:\/([\da-f]+))?$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const key = inPath ?? searchParams.get('h');
  const options = new URLSearchParams({ ...(key ? { h: key } : {}), dnt: '1', autoplay: '1' });
  return { kind: 'frame', src: `https://player.vimeo.com/video/${id}?${options}` };
}

const file = ({ pathname, href }: URL): Video | null =>
  /\.(mp4|webm)$/i.test(pathname) ? { kind: 'file', src: href } : null;
