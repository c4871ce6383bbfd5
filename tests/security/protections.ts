/** A protection of the product, and how it is switched off to see whether anybody would notice. */
export interface Protection {
  readonly name: string;
  readonly file: string;
  /** Texts as they stand in the file, once each, and what stands there instead. */
  readonly off: readonly (readonly [text: string, instead: string])[];
  /** Rows that have to turn red. */
  readonly reddens: readonly [string, ...string[]];
}

export const PROTECTIONS: readonly Protection[] = [
  {
    name: 'other sites are refused',
    file: 'src/http/same-origin.ts',
    off: [
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
    off: [["if (hasBody(ctx) && !ctx.is('application/json')) throw problems.notJson();", '']],
    reddens: ['3.5.2'],
  },
  {
    name: 'scripts cannot read cookies',
    file: 'src/identity/cookies.ts',
    off: [['attributes: { httpOnly: true, secure,', 'attributes: { httpOnly: false as true, secure,']],
    reddens: ['3.3.4'],
  },
  {
    name: 'cookies go over https only',
    file: 'src/identity/cookies.ts',
    off: [['attributes: { httpOnly: true, secure,', 'attributes: { httpOnly: true, secure: false,']],
    reddens: ['3.3.1'],
  },
  {
    name: 'no script but ours runs',
    file: 'src/http/security-headers.ts',
    off: [[`scriptSrc: ["'self'"],`, `scriptSrc: ["'self'", "'unsafe-inline'"],`]],
    reddens: ['3.4.3'],
  },
  {
    name: 'browsers keep to https',
    file: 'src/http/security-headers.ts',
    off: [['strictTransportSecurity: isHttps && HSTS,', 'strictTransportSecurity: false,']],
    reddens: ['3.4.1'],
  },
  {
    name: 'whoever calls too often waits',
    file: 'src/http/limited.ts',
    off: [
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
    off: [['if (ownerId !== userId) return undefined;', 'if (ownerId === null) return undefined;']],
    reddens: ['8.2.2'],
  },
  {
    name: 'a business is changed by its owner only',
    file: 'src/app/aggregate.ts',
    off: [['state.ownerId === null || state.ownerId === ownerId ?', 'state.ownerId === null || ownerId !== null ?']],
    reddens: ['8.4.1'],
  },
  {
    name: 'the administration is for administrators',
    file: 'src/http/administrators.ts',
    off: [
      ['if (isListed(visitor) && (!needsPassword || hasPassword(visitor))) return;', 'if (name !== requestId) return;'],
    ],
    reddens: ['8.2.1'],
  },
  {
    name: 'bodies have a size',
    file: 'src/http/request-body.ts',
    off: [['jsonLimit: `${kilobytes}kb`,', 'jsonLimit: `${kilobytes}mb`,']],
    reddens: ['15.2.2'],
  },
  {
    name: 'an answer counts in the browser that asked',
    file: 'src/identity/openid.ts',
    off: [
      ['if (!sameText(params.state, transaction.state))', "if (!sameText(params.state, params.state ?? ''))"],
      ['expectedState: transaction.state,', 'expectedState: openid.skipStateCheck,'],
    ],
    reddens: ['10.1.2', '10.2.1'],
  },
  {
    name: 'an ID token is signed by its issuer',
    file: 'src/identity/openid.ts',
    off: [['openid.enableNonRepudiationChecks,', '']],
    reddens: ['6.8.2', '9.1.1'],
  },
  {
    name: 'text in HTML is escaped',
    file: 'src/runtime/escape-html.ts',
    off: [
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
    off: [
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
    off: [['else noteRefusal(ctx, problem);', '']],
    reddens: ['16.3.2', '16.3.3'],
  },
];

/** A file's text with the protection switched off. @throws RangeError where it does not stand there once */
export function switchedOff({ name, file, off }: Protection, source: string): string {
  return off.reduce((text, [wanted, instead]) => {
    if (text.split(wanted).length !== 2) throw new RangeError(`“${name}” is not in ${file} as it is said`);
    return text.replace(wanted, () => instead);
  }, source);
}
