import 'react';

declare module 'react' {
  interface CSSProperties {
    /** The style prop accepts custom properties. */
    [name: `--${string}`]: string | number | undefined;
  }
}
