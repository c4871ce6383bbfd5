import { accountStream, businessStream, paymentStream, streamRef } from '#domain/streams.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('the name of a stream contains its kind and id', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(streamRef(businessStream(id))).toEqual({ kind: 'business', id });
      expect(streamRef(paymentStream(id))).toEqual({ kind: 'payment', id });
      expect(streamRef(accountStream(id))).toEqual({ kind: 'account', id });
    }),
    runs(100),
  );
});

test.each([
  '',
  'business-',
  'business',
  '$ce-business',
  'business-1',
  'payments-0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e',
  'business-0B4B7E52-6F0F-4C3C-9D51-1F2A3B4C5D6E',
  'business-0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e ',
  'xbusiness-0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e',
  'business-0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e\n',
])('%j is not the name of a stream', (name) => {
  expect(streamRef(name)).toBeUndefined();
});
