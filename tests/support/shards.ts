/** In how many parts the read model of the product's own tests is projected: `TEST_PROJECTOR_SHARDS=4` tries others. */
export const SHARDS = Number(process.env['TEST_PROJECTOR_SHARDS'] ?? 1);
