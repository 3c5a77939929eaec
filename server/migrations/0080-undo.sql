-- which operation this one undid, by which it is undone, and the call whose statement says how
alter table operation add column undoes bigint;
alter table operation add column undone_by bigint;
alter table operation add column undo_call text;
create index operation_request on operation (request_id);
create index operation_object on operation (object, id desc);
create table operation_grave (
  operation_id bigint primary key references operation on delete cascade,
  sealed text not null,
  holds text[] not null default '{}',
  until bigint not null
);
create index operation_grave_until on operation_grave (until);
create index operation_grave_holds on operation_grave using gin (holds);
