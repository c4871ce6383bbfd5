import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { componentsOf } from './components.ts';
import type { JsonObject } from './json-schema.ts';
import { operation } from './operation.ts';
import manifest from '../../../package.json' with { type: 'json' };

/** Version of the product from its package.json; the build inserts it. */
export const VERSION: string = manifest.version;

type Tag = Endpoint['tag'];

const TAGS = {
  Sessão: 'Quem está usando o produto, entrar e sair.',
  Custos: 'Custos fixos e variáveis do negócio.',
  Vendas: 'Canais de venda e o que foi vendido em cada um.',
  Negócio: 'O que vale para o negócio inteiro.',
  Preparos: 'Massas, molhos e recheios: o que se faz antes e os pratos usam.',
  Faturamento: 'O que entrou em cada mês.',
  Insumos: 'O que se compra, por unidade e preço.',
  Pratos: 'O que se vende, e de que é feito.',
  Compras: 'O que se comprou, de quem, e o que isso fez com os preços.',
  Indicadores: 'Os números do negócio, calculados.',
  Mudanças: 'Várias mudanças de uma vez, e desfazê-las.',
  Histórico: 'O que mudou, e como estava.',
  Loja: 'Quem vende o Prumo, e por quanto.',
  Pagamento: 'Comprar o acesso por Pix.',
  Conta: 'Os dados e os negócios de uma pessoa.',
  Administração: 'Pessoas, acessos e pagamentos, para quem administra.',
  Auditoria: 'A trilha de tudo o que aconteceu.',
  Diagnóstico: 'Se tudo o que o produto precisa está de pé.',
} as const satisfies Record<Tag, string>;

/**
 * OpenAPI 3.1 of the whole contract, generated from it.
 * @param publicOrigin scheme, host and port of the server and its cookies
 */
export function openApiDocument(publicOrigin: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Prumo',
      version: VERSION,
      description:
        'Valores em reais, unidades e por cento, como números JSON; como texto também são aceitos do jeito que se digita, "1.234,56". Uma recusa é application/problem+json para quem pede JSON pelo nome no cabeçalho Accept, e para os outros uma frase em text/plain.',
      license: { name: 'MIT', identifier: 'MIT' },
      termsOfService: `${publicOrigin}/terms`,
      contact: { name: 'Suporte', url: `${publicOrigin}/contact` },
    },
    servers: [{ url: publicOrigin }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: componentsOf(publicOrigin),
  };
}
