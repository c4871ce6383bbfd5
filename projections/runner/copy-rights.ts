/**
 * SQL, as the owner: whoever may do something with the tables of schema `from` may do the same with those of schema `to`
 * that have the same names. So a read model that takes another one's place is for whom that one was for.
 */
export const copyRightsSql = (from: string, to: string): string => `
do $$ declare statement text; begin
  for statement in
    select format('grant %s on schema ${to} to %I', given.privilege_type, rolname)
      from pg_namespace cross join lateral aclexplode(nspacl) given join pg_roles on pg_roles.oid = given.grantee
     where nspname = '${from}' and given.grantee <> nspowner
    union all
    select format('grant %s on table ${to}.%I to %I', given.privilege_type, relname, rolname)
      from pg_class cross join lateral aclexplode(relacl) given join pg_roles on pg_roles.oid = given.grantee
     where relnamespace = to_regnamespace('${from}') and relkind = 'r' and given.grantee <> relowner
       and to_regclass(format('${to}.%I', relname)) is not null
  loop
    execute statement;
  end loop;
end $$`;
