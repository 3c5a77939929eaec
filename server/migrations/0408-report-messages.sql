-- Mails with reports wait in a table until they are sent, as other messages do.
create table report_message (
  id bigint generated always as identity primary key,
  report_id int not null references report on delete cascade,
  target text not null,
  text text not null,
  -- of the attached files, without an ending
  name text not null,
  -- 0: waiting, 1: sent, 2: failed
  state smallint not null default 0,
  attempts int not null default 0,
  next_at bigint not null,
  done_at bigint,
  channel text not null default '',
  answer text not null default ''
);
create index report_message_due on report_message (next_at) where state = 0;
create index report_message_report on report_message (report_id);

-- What the queue of jobs held of them.
do $$
begin
  if to_regclass('boss.job') is null then
    return;
  end if;
  insert into report_message (report_id, target, text, name, next_at)
    select r.id, j.data ->> 'target', j.data ->> 'text', j.data ->> 'name', 0
    from boss.job j join report r on r.id = (j.data ->> 'id')::int
    where j.name = 'diagnosis.send-report' and j.state in ('created', 'retry', 'active');
  delete from boss.job where name = 'diagnosis.send-report';
end $$;
