import type { Plant } from '#tests/support/planting.ts';

/** A protection of the product, and how it is switched off to see whether anybody would notice. */
export interface Protection extends Plant {
  readonly name: string;
  /** Rows that have to turn red. */
  readonly reddens: readonly [string, ...string[]];
}

export const PROTECTIONS: readonly Protection[] = [
  {
    name: 'other sites are refused',
    file: 'src/http/preconditions.ts',
    texts: [
      [
        "return site === '' ? ctx.get('Origin') === publicOrigin : site === 'same-origin';",
        'return site !== publicOrigin;',
      ],
    ],
    reddens: ['3.5.1'],
  },
  {
    name: 'bodies of another kind are refused',
    file: 'src/http/request-body.ts',
    texts: [["if (hasBody(ctx) && !ctx.is('application/json')) throw problems.notJson();", '']],
    reddens: ['3.5.2'],
  },
  {
    name: 'scripts cannot read cookies',
    file: 'src/identity/cookies.ts',
    texts: [['attributes: { httpOnly: true, secure,', 'attributes: { httpOnly: false as true, secure,']],
    reddens: ['3.3.4'],
  },
  {
    name: 'cookies go over https only',
    file: 'src/identity/cookies.ts',
    texts: [['attributes: { httpOnly: true, secure,', 'attributes: { httpOnly: true, secure: false,']],
    reddens: ['3.3.1'],
  },
  {
    name: 'no script but ours runs',
    file: 'src/http/security-headers.ts',
    texts: [[`scriptSrc: ["'self'"],`, `scriptSrc: ["'self'", "'unsafe-inline'"],`]],
    reddens: ['3.4.3'],
  },
  {
    name: 'browsers keep to https',
    file: 'src/http/security-headers.ts',
    texts: [['strictTransportSecurity: isHttps && HSTS,', 'strictTransportSecurity: false,']],
    reddens: ['3.4.1'],
  },
  {
    name: 'whoever calls too often waits',
    file: 'src/http/limited.ts',
    texts: [
      [
        'const wait = await limits.take(quota, caller);\n  if (wait > 0)',
        'const wait = await limits.take(quota, caller);\n  if (wait > 1e9)',
      ],
    ],
    reddens: ['2.4.1'],
  },
  {
    name: 'a business is opened by its owner only',
    file: 'src/app/open-business.ts',
    texts: [['if (ownerId !== userId) return undefined;', 'if (ownerId === null) return undefined;']],
    reddens: ['8.2.2'],
  },
  {
    name: 'a business is changed by its owner only',
    file: 'src/app/aggregate.ts',
    texts: [['state.ownerId === null || state.ownerId === ownerId;', 'state.ownerId === null || ownerId !== null;']],
    reddens: ['8.4.1'],
  },
  {
    name: 'the administration is for administrators',
    file: 'src/http/administrators.ts',
    texts: [
      ['if (isListed(visitor) && (!needsPassword || hasPassword(visitor))) return;', 'if (name !== requestId) return;'],
    ],
    reddens: ['8.2.1'],
  },
  {
    name: 'bodies have a size',
    file: 'src/http/request-body.ts',
    texts: [['jsonLimit: `${kilobytes}kb`,', 'jsonLimit: `${kilobytes}mb`,']],
    reddens: ['15.2.2'],
  },
  {
    name: 'an answer counts in the browser that asked',
    file: 'src/identity/openid.ts',
    texts: [
      ['if (!sameText(params.state, transaction.state))', "if (!sameText(params.state, params.state ?? ''))"],
      ['expectedState: transaction.state,', 'expectedState: openid.skipStateCheck,'],
    ],
    reddens: ['10.1.2', '10.2.1'],
  },
  {
    name: 'an ID token is signed by its issuer',
    file: 'src/identity/openid.ts',
    texts: [['openid.enableNonRepudiationChecks,', '']],
    reddens: ['6.8.2', '9.1.1'],
  },
  {
    name: 'text in HTML is escaped',
    file: 'src/runtime/escape-html.ts',
    texts: [
      [
        'export const escapeHtml = (text: string): string =>',
        'export const escapeHtml = (text: string): string => text || ',
      ],
    ],
    reddens: ['1.2.1'],
  },
  {
    name: 'signing out ends the session',
    file: 'src/http/handlers/session.ts',
    texts: [
      [
        'await sessions.end(cookies.session.read(ctx));\n      cookies.session.clear(ctx);',
        'cookies.session.clear(ctx);',
      ],
    ],
    reddens: ['7.4.1'],
  },
  {
    name: 'refused requests are noted',
    file: 'src/http/errors.ts',
    texts: [['else noteRefusal(ctx, problem);', '']],
    reddens: ['16.3.2', '16.3.3'],
  },
];
