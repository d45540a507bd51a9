-- Messages to users of no company. messages.sql has those of companies.

-- Partners' users have no company, so their messages are in no scope. Ids are unique in both tables.
create table system_message (
  id int primary key default nextval('message_id_seq'),
  user_id int,
  channel text not null check (channel = 'email'),
  kind text not null,
  recipient text,
  language text not null,
  content bytea,
  mail_id uuid not null default gen_random_uuid(),
  state text not null default 'queued'
    check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'notSent')),
  attempts int not null default 0,
  segments smallint,
  next_attempt_at timestamptz(3) not null default now(),
  lease uuid,
  problem text,
  last_answer text,
  expires_at timestamptz not null,
  created_at timestamptz(3) not null default now(),
  delivered_at timestamptz(3),
  constraint on_its_way_has_content check (
    state not in ('queued', 'sending') or (recipient is not null and content is not null)
  ),
  constraint delivered_keeps_no_content check (state <> 'delivered' or content is null)
);
comment on table system_message is 'An e-mail to a user outside any company. Its columns are those of message.';
comment on column system_message.segments is 'Always null, as of each e-mail.';
create index system_message_due on system_message (next_attempt_at, id) where state in ('queued', 'sending');

create function cancel_system_messages(of_user int) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    update system_message set expires_at = now(), next_attempt_at = case when state = 'queued' then now() else next_attempt_at end
    where user_id = of_user and content is not null and expires_at > now()
  $$;
comment on function cancel_system_messages is
  'Makes the mails with links to a user expire. Their rows are in no scope, but a partner''s user may invite a colleague again.';
