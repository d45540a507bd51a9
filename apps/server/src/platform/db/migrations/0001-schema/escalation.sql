-- Visits: the escalation of arrivals that no one answers.

create table escalation (
  company_id int not null,
  visit_id int not null,
  steps int not null default 0,
  since timestamptz(3) not null default now(),
  shown_at timestamptz(3),
  due_at timestamptz(3),
  primary key (company_id, visit_id),
  foreign key (company_id, visit_id) references visit (company_id, id) on delete cascade
);
comment on table escalation is
  'The ladder of a visit whose host can answer. Each period without an answer takes a step, which asks one more person.';
comment on column escalation.steps is 'Steps that were taken. From the first on, reception sees that no one has answered.';
comment on column escalation.since is 'The arrival, later the last step. The period of the settings starts there.';
comment on column escalation.shown_at is 'The first step, which shows "No answer yet" to reception.';
comment on column escalation.due_at is 'When a worker takes the next step: one period after "since". Null: the ladder has stopped, or no one is left to ask.';
create index escalation_due on escalation (due_at, visit_id) where due_at is not null;
create index escalation_of_company on escalation (company_id) where due_at is not null;

create function escalation_people(of_company int, of_visit int)
  returns table (place int, employee_id int, name text, email text, phone text)
  language sql stable parallel safe
  as $$
    select p.place, e.id, e.name,
      case when p.place > 1 and s.enable_email_to_employee then e.email end,
      case when s.sms_language_to_employee is not null then e.phone end
    from public.visit o
    join public.tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    join public.tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    cross join lateral (values
      (1, o.employee_id), (2, public.stand_in_in_force(o.company_id, o.employee_id)), (3, t.backup_employee_id)
    ) as p (place, id)
    join public.employee e on e.company_id = o.company_id and e.tenant_id = o.tenant_id and e.id = p.id
    where o.company_id = of_company and o.id = of_visit and (s.enable_email_to_employee or s.sms_language_to_employee is not null)
      and case when p.place = 1 then
        s.sms_language_to_employee is not null and e.phone is not null and not exists (
          select from public.message m
          where m.company_id = o.company_id and m.visit_id = o.id and m.kind = 'arrival' and m.channel = 'sms' and m.recipient = e.phone
        )
      else
        e.id <> o.employee_id and not exists (
          select from public.message m
          where m.company_id = o.company_id and m.visit_id = o.id and m.employee_id = e.id
        )
      end
  $$;
comment on function escalation_people is
  'Returns who was not asked about a visit yet, in order: the host by SMS, the stand-in, the backup employee. An address is null if the settings turn its channel off.';

create function next_escalation(of_company int, of_visit int) returns table (employee_id int, name text, at timestamptz)
  language sql stable parallel safe
  as $$
    select p.employee_id, p.name, x.due_at + p.periods * make_interval(secs => s.answer_within_seconds)
    from public.escalation x
    join public.visit o on o.company_id = x.company_id and o.id = x.visit_id
    join public.tenant_settings_in_force s on s.company_id = o.company_id and s.for_tenant_id = o.tenant_id
    cross join lateral (
      select * from (
        select *, row_number() over (order by place) - 1 as periods
        from public.escalation_people(x.company_id, x.visit_id)
      ) one
      where one.email is not null or one.phone is not null order by one.place limit 1
    ) as p
    where x.company_id = of_company and x.visit_id = of_visit and x.due_at is not null and o.answered_at is null and o.checked_out_at is null
      and o.checked_in_at > now() - interval '24 hours' and s.answer_within_seconds is not null
  $$;
comment on function next_escalation is 'Returns whom a step of an open visit reaches next, and when. People without an address take a period each. Returns no row if no step follows.';
