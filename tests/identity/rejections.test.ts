import { startGoogleShapedIssuer } from '#tests/support/google-shaped-issuer.ts';
import { startLocalIssuer } from '#tests/support/local-issuer-under-test.ts';
import { rejectionSuite } from './rejection-suite.ts';

rejectionSuite('the local issuer', startLocalIssuer);
rejectionSuite('an issuer with Google’s habits', startGoogleShapedIssuer);
