/** The figures of a dashboard from the plain tables, computed per request. $1: user. */
export const DASHBOARD_SQL = `
with b as (select business_id from plain.account where user_id = $1),
f as (select coalesce(sum(value), 0) as fixed from plain.fixed_cost where business_id = (select business_id from b)),
v as (select coalesce(sum(percentage), 0) as variable from plain.variable_cost where business_id = (select business_id from b)),
m as (
  select coalesce(round(avg(value) filter (where value > 0)), 0) as revenue,
    count(*) filter (where value > 0) as months, coalesce(sum(value) filter (where value > 0), 0) as total,
    sum(value) filter (where value > 0 and orders > 0) as counted, sum(orders) filter (where value > 0 and orders > 0) as orders
  from plain.month_revenue where business_id = (select business_id from b)),
c as (
  select d.sale_price, round(coalesce(sum(l.quantity::numeric * i.unit_price), 0) * 11 / 100000) as cmv
  from plain.dish d left join plain.dish_line l on l.dish_id = d.id left join plain.ingredient i on i.id = l.ingredient_id
  where d.business_id = (select business_id from b) group by d.id),
g as (
  select count(*) as dishes, coalesce(sum(cmv / sale_price) filter (where sale_price > 0), 0) / greatest(count(*), 1) as cmv,
    coalesce(sum((sale_price - cmv - round(sale_price * variable / 1000000)) / sale_price) filter (where sale_price > 0), 0)
      / greatest(count(*), 1) as margin
  from c, v)
select revenue, fixed, variable, round(revenue * variable / 1000000) as variable_value, round(g.cmv * 1000000) as cmv,
  round(1000000 - case when revenue = 0 then 0 else fixed * 1000000 / revenue end - variable - g.cmv * 1000000) as profit,
  case when margin > 0 then round(fixed / margin) else 0 end as break_even, round(margin * 1000000) as margin,
  coalesce(round(counted / nullif(orders, 0)), 0) as ticket, months, case when months = 0 then 0 else round(12 * total / months) end as annual
from f, v, m, g`;
