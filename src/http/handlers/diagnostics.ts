import { randomUUID } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import type { PaymentProvider } from '#payments/provider.ts';
import type { SystemState } from '#queries/system-state.ts';
import type { Handlers } from '../mount.ts';
import { VERSION } from '../open-api/document.ts';

export interface DiagnosticsPorts {
  readonly provider: PaymentProvider;
  readonly system: () => Promise<SystemState>;
  readonly priceCents: number;
}

type DiagnosticsHandlers = Pick<Handlers, 'paymentTest' | 'paymentCreateTest' | 'workerIp' | 'systemState'>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Handlers for the pages /status and /test. */
export function diagnosticsHandlers({ provider, system, priceCents }: DiagnosticsPorts): DiagnosticsHandlers {
  return {
    async paymentTest() {
      const startedAt = performance.now();
      await provider.health();
      return { body: { ok: true, provider: provider.name, milliseconds: Math.round(performance.now() - startedAt) } };
    },

    async paymentCreateTest() {
      if (!provider.capabilities.canSimulate) {
        await provider.health();
        const message = 'O provedor responde. Com pagamentos de verdade não criamos cobranças de teste.';
        return { body: { ok: true, created: false, message } };
      }
      await provider.createPixCharge({
        paymentId: randomUUID(),
        cents: priceCents,
        description: 'Cobrança de teste',
        payer: { name: 'Teste do Prumo', email: 'teste@example.com' },
        dueDate: new Date(Date.now() + DAY_MS),
      });
      return { body: { ok: true, created: true, message: 'Cobrança de teste criada no modo de teste.' } };
    },

    async workerIp() {
      const addresses = Object.values(networkInterfaces())
        .flatMap((networkAddresses) => networkAddresses ?? [])
        .filter(({ internal }) => !internal)
        .map(({ address }) => address);
      return { body: { addresses, node: process.versions.node, version: VERSION } };
    },

    async systemState() {
      const { log, readModel, audit, postgres, harmful } = await system();
      const { reachable, kind, head, erasuresWaiting } = log;
      return {
        body: {
          log: { reachable, kind, head, erasures_waiting: erasuresWaiting },
          read_model: {
            position: readModel.position,
            behind_events: readModel.behindEvents,
            behind_seconds: readModel.behindSeconds,
            parked: [...readModel.parked],
          },
          audit: { entries: audit.entries, behind_events: audit.behindEvents },
          harmful_settings: harmful.map(({ name, value }) => ({ name, value })),
          versions: { prumo: VERSION, node: process.versions.node, postgres },
        },
      };
    },
  };
}
