import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties may be set like any other. */
    [name: `--${string}`]: string | number | undefined;
  }
}
