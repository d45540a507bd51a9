import { type Kysely, sql } from 'kysely';

/**
 * Counts SMS before they are queued, and remembers who wrote the texts that messages to visitors contain.
 *
 * `sms_count` has one row for each phone, and up to 16 rows for each sender, tenant and company and for the installation. Each row has an equal
 * share of the limit. A transaction takes the first row that no other transaction has locked, so check-ins do not wait for each other.
 * See docs/decisions/0029-count-sms-in-shards.md.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const part of [counts, takeSms, holdSms, holdMessages, messages, settings]) await sql.raw(part).execute(db);
}

const counts = `
  create table sms_count (
    subject text not null,
    shard smallint not null default 0,
    hour timestamptz not null default '-infinity',
    in_hour int not null default 0,
    day timestamptz not null default '-infinity',
    in_day int not null default 0,
    primary key (subject, shard)
  ) with (fillfactor = 50);
  comment on table sms_count is 'SMS that were queued, by what the limits count. A phone is a hash.';
  comment on column sms_count.shard is 'Rows of one subject have equal shares of its limits.';

  -- How many SMS a row may still count, if it has one of "shards" equal shares of the limits. A transaction that began before the hour ended
  -- and is late counts in the new hour.
  create function sms_room(counted sms_count, hour_limit int, day_limit int, shards int) returns int
    language sql stable
    as $$
      select least(
        hour_limit / shards + (counted.shard < hour_limit % shards)::int
          - case when counted.hour >= date_trunc('hour', now()) then counted.in_hour else 0 end,
        day_limit / shards + (counted.shard < day_limit % shards)::int
          - case when counted.day >= date_trunc('day', now(), 'UTC') then counted.in_day else 0 end
      )
    $$;

  -- A small limit has one row, and is exact. A share of less than 50 in an hour would leave the rest of a day's limit in the wrong rows.
  create function sms_shards(hour_limit int) returns int
    language sql immutable
    as $$ select greatest(1, least(16, hour_limit / 50)) $$;

  create function count_sms(of_subject text, of_shard int, sent int) returns void
    language sql
    as $$
      update sms_count set
        in_hour = case when hour >= date_trunc('hour', now()) then in_hour else 0 end + sent,
        hour = greatest(hour, date_trunc('hour', now())),
        in_day = case when day >= date_trunc('day', now(), 'UTC') then in_day else 0 end + sent,
        day = greatest(day, date_trunc('day', now(), 'UTC'))
      where subject = of_subject and shard = of_shard
    $$;
`;

const takeSms = `
  -- Counts up to "wanted" SMS of a subject within its limits. Returns how many it has counted.
  create function take_sms(of_subject text, hour_limit int, day_limit int, wanted int) returns int
    language plpgsql
    as $$
      declare
        shards constant int := sms_shards(hour_limit);
        taken int := 0;
        share int;
        free record;
      begin
        while taken < wanted loop
          select c.shard, sms_room(c, hour_limit, day_limit, shards) as room into free
          from sms_count c
          where c.subject = of_subject and c.shard < shards and sms_room(c, hour_limit, day_limit, shards) > 0
          order by room desc, c.shard limit 1 for update skip locked;
          if not found and taken = 0 then
            -- All rows with room are locked, or there are no rows yet. A transaction that holds a row of this subject never waits for another of them.
            select c.shard, sms_room(c, hour_limit, day_limit, shards) as room into free
            from sms_count c
            where c.subject = of_subject and c.shard < shards and sms_room(c, hour_limit, day_limit, shards) > 0
            order by room desc, c.shard limit 1 for update;
            if not found then
              -- The rows filled up while this one waited, or another one has room.
              insert into sms_count (subject, shard)
              select of_subject, generate_series(0, 15)
              where not exists (select from sms_count where subject = of_subject)
              on conflict do nothing;
              exit when not exists (
                select from sms_count c where c.subject = of_subject and c.shard < shards and sms_room(c, hour_limit, day_limit, shards) > 0);
              continue;
            end if;
          end if;
          exit when not found;
          share := least(free.room, wanted - taken);
          perform count_sms(of_subject, free.shard, share);
          taken := taken + share;
        end loop;
        return taken;
      end
    $$;
`;

const holdSms = `
  -- Counts SMS, each with a key of its own. Returns the keys of those above a limit, each with the limit that holds it: an object
  -- of key and problem. "limits" are an hour's and a day's of a phone, the sender, the tenant, the company and the installation. A phone
  -- is kept as a hash with "secret". The phones come first and in order, so that two transactions do not wait for each other.
  create function hold_sms(sender text, tenant_id int, company_id int, keys text[], phones text[], limits int[], secret text)
    returns jsonb
    language plpgsql
    as $$
      declare
        subjects text[] := array(
          select 'phone:' || encode(sha256(convert_to(secret || phone, 'UTF8')), 'base64')
          from unnest(phones) with ordinality as given (phone, place) order by place);
        problems constant text[] := array['senderLimit', 'tenantLimit', 'companyLimit', 'installationLimit'];
        shared constant text[] := array[sender, 'tenant:' || tenant_id, 'company:' || company_id, 'installation'];
        held jsonb := '{}';
        fitting int[];
        remaining int[];
        granted int;
        before int;
        level int;
      begin
        insert into sms_count (subject) select distinct subject from unnest(subjects) as subject order by subject on conflict do nothing;
        perform from sms_count where subject = any(subjects) order by subject for update;
        select coalesce(array_agg(place order by place) filter (where is_fitting), '{}'),
          coalesce(jsonb_object_agg(keys[place], 'phoneLimit') filter (where not is_fitting), '{}')
        into fitting, held
        from (
          select place::int, row_number() over (partition by g.subject order by place) <= sms_room(c, limits[1], limits[2], 1) as is_fitting
          from unnest(subjects) with ordinality as g (subject, place)
          join sms_count c on c.subject = g.subject
        ) as ranked;
        -- What is left of each limit, so that a message that one of them holds does not count for the others.
        select array_agg(coalesce((
          select sum(greatest(0, sms_room(c, hour_limit, day_limit, sms_shards(hour_limit))))::int
          from sms_count c where c.subject = shared[place] and c.shard < sms_shards(hour_limit)
        ), least(hour_limit, day_limit)) order by place) into remaining
        from (
          select place, limits[2 * place + 1] as hour_limit, limits[2 * place + 2] as day_limit from generate_series(1, 4) as place
        ) as level;
        granted := cardinality(fitting);
        for step in 0..7 loop
          level := step % 4 + 1;
          continue when shared[level] is null;
          before := granted;
          granted := case when step < 4 then least(before, remaining[level])
            else take_sms(shared[level], limits[2 * level + 1], limits[2 * level + 2], before) end;
          if granted < before then
            held := held || (
              select jsonb_object_agg(keys[place], problems[level]) from unnest(fitting[granted + 1:before]) as place);
          end if;
        end loop;
        perform count_sms(subject, 0, count(*)::int)
        from (select subjects[place] as subject from unnest(fitting[1:granted]) as place) as sent group by subject;
        return held;
      end
    $$;
`;

const holdMessages = `
  -- Counts SMS that the transaction has queued, and holds those above a limit. Returns how many it has held. A plan of a function is kept, so
  -- a check-in without SMS pays nothing for it.
  create function hold_messages(sender text, ids int[], of_tenant int, limits int[], secret text) returns int
    language plpgsql
    as $$
      declare
        batch record;
        problems jsonb;
        held int := 0;
      begin
        for batch in
          select m.company_id, coalesce(of_tenant, o.tenant_id) as tenant_id,
            array_agg(m.id::text order by m.recipient, m.id) as keys, array_agg(m.recipient order by m.recipient, m.id) as phones
          from message m left join visit o on o.id = m.visit_id
          where m.id = any(ids) and m.channel = 'sms'
          group by 1, 2 order by 1, 2
        loop
          problems := hold_sms(sender, batch.tenant_id, batch.company_id, batch.keys, batch.phones, limits, secret);
          continue when problems = '{}';
          update message set state = 'held', problem = problems ->> id::text
          where id = any(ids) and problems ? id::text;
          held := held + (select count(*) from jsonb_object_keys(problems));
        end loop;
        return held;
      end
    $$;
`;

const messages = `
  alter table message
    drop constraint message_state_check,
    drop constraint on_its_way_has_content,
    add constraint message_state_check
      check (state in ('queued', 'held', 'sending', 'sent', 'delivered', 'failed', 'notSent')),
    add constraint on_its_way_has_content check (
      state not in ('queued', 'held', 'sending')
      or (recipient is not null and (content is not null or visit_id is not null))
    );
  create index message_held on message (company_id, id) where state = 'held';
  create index check_ins_of_kiosk on kiosk_nonce (kiosk_id, created_at) where act = 'check_in';
`;

const settings = `
  alter table tenant_settings
    add column tenant_wrote_wifi_info boolean not null default false,
    add column tenant_wrote_additional_info boolean not null default false,
    add constraint companies_texts_are_of_managers
      check (tenant_id is not null or not (tenant_wrote_wifi_info or tenant_wrote_additional_info));
  comment on column tenant_settings.tenant_wrote_wifi_info is 'If true, wifi_info is sent without links.';
  comment on column tenant_settings.tenant_wrote_additional_info is 'If true, custom_additional_info is sent without links.';
  create or replace view tenant_settings_in_force as
    select tenant.id as for_tenant_id, tenant_settings.*
    from tenant
    join tenant_settings on tenant_settings.company_id = tenant.company_id and (
      (tenant_settings.tenant_id = tenant.id and tenant.enable_custom_settings)
      or (tenant_settings.tenant_id is null and not tenant.enable_custom_settings)
    );
`;
