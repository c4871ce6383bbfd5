import * as v from 'valibot';

export const UserReply = v.object({
  id: v.string(),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  access_granted: v.boolean(),
  is_admin: v.boolean(),
  guest: v.boolean(),
  /** The oldest payment that still gives access; null after a refund or a move. */
  payment_id: v.nullable(v.string()),
  guest_to_join: v.pipe(
    v.nullable(v.object({ has_data: v.boolean(), own_data: v.boolean() })),
    v.description(
      'Este navegador usava o Prumo sem conta antes de entrar, e ainda não disse se esses dados vêm para a conta. has_data: há dados a trazer; own_data: a conta já tem os seus.',
    ),
  ),
  transfer_asked: v.pipe(
    v.nullable(v.object({ payment_id: v.string(), email: v.nullable(v.string()), until: v.string() })),
    v.description(
      'Só para quem usa sem conta: uma conta com o e-mail digitado ao pagar pediu este acesso. Sem resposta até until (ISO 8601), pode levá-lo.',
    ),
  ),
  google_user_data: v.nullable(v.object({ name: v.string(), picture: v.optional(v.string()) })),
});

export type UserBody = v.InferOutput<typeof UserReply>;
