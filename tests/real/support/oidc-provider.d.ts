declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** As much of it as is used. */
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}
