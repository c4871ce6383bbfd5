import { useState } from 'react';
import { type SiteVideo, useSite } from '#web/stores/site.tsx';
import styles from './landing-page.module.css';

/** The captions of the product's video, scene by scene, which are listed below it for people who cannot see it. */
const VIDEO_CAPTIONS = [
  'O painel mostra quanto sobra de cada R$ 100 vendidos e quanto falta para empatar.',
  'O preço da muçarela subiu? Troque uma vez só, e veja na hora quais pratos sofrem.',
  'Cada prato tem sua ficha: ingredientes, perda na produção, taxas e o que sobra no fim.',
  'E o ponto de equilíbrio diz quanto vender no mês para não ficar no vermelho.',
] as const;

/** The demonstration video. It is loaded only on request, so no third party learns of the visit before. */
export function DemoVideo() {
  const { video } = useSite();
  const [isPlaying, setIsPlaying] = useState(false);
  if (video === null) return null;
  return (
    <section
      className={`${styles['section']} ${styles['video']} stack line-above`}
      data-given={video.kind}
      aria-labelledby="video"
    >
      <div className="stack from-top gap-16">
        <h2 id="video" className={`${styles['title']} ${styles['videoTitle']} weight-660 tight`}>
          Veja antes de comprar
        </h2>
        <p className={`${styles['text']} soft text-17`}>Uma demonstração em vídeo, com as telas do Prumo em uso.</p>
        {video.own !== '' && <VideoCaptions own={video.own} />}
      </div>
      <div className={`${styles['frame']} stack relative centred clips`}>
        {isPlaying ? <Player video={video} /> : <Poster onPlay={() => setIsPlaying(true)} />}
      </div>
    </section>
  );
}

/** The poster of the video: a plate cut into the parts of its price, on a plumb line. */
function Poster({ onPlay }: { readonly onPlay: () => void }) {
  return (
    <>
      <img
        className={`${styles['player']} wide no-border`}
        src="/video-poster.svg"
        alt=""
        width="640"
        height="360"
        loading="lazy"
      />
      <button
        type="button"
        className={`${styles['play']} stack centred no-border circle pointer`}
        onClick={onPlay}
        aria-label="Assistir ao vídeo de demonstração"
      >
        <svg viewBox="0 0 24 24" width="36" height="36" aria-hidden="true" focusable="false">
          <path
            d="M8 4.5v15l12-7.5z"
            fill="currentcolor"
            stroke="currentcolor"
            strokeWidth="2"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </>
  );
}

/** Moves the focus from the button, which the player replaces. */
const focusPlayer = (player: HTMLElement | null): void => player?.focus({ preventScroll: true });

const TITLE = 'Vídeo de demonstração do Prumo';

/** The captions of our own video, for people who cannot see it; a video set by the operator has none. */
const VideoCaptions = ({ own }: { readonly own: string }) => (
  <details className={`${styles['text']} soft text-15`} data-given={own}>
    <summary className={`${styles['summary']} touch pad-block-10 pointer`}>O que o vídeo mostra</summary>
    <ol className={`${styles['scenes']} stack gap-8 no-margin`}>
      {VIDEO_CAPTIONS.map((caption) => (
        <li key={caption}>{caption}</li>
      ))}
    </ol>
  </details>
);

function Player({ video: { kind, src, alternative } }: { readonly video: SiteVideo }) {
  if (kind === 'file')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions are part of the picture of the single file
      <video
        ref={focusPlayer}
        className={`${styles['player']} wide no-border`}
        aria-label={TITLE}
        controls
        autoPlay
        playsInline
      >
        <source src={src} />
        {alternative !== undefined && <source src={alternative} />}
      </video>
    );
  return (
    <iframe
      ref={focusPlayer}
      className={`${styles['player']} wide no-border`}
      src={src}
      title={TITLE}
      // oxlint-disable-next-line react/iframe-missing-sandbox -- video players need both, and the frame is of another origin
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
    />
  );
}
