create table list_view (
  id int generated always as identity primary key,
  uid int not null references account on delete cascade,
  list text not null,
  name text not null,
  state jsonb not null,
  usual smallint not null default 0 check (usual in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
);
create unique index list_view_name on list_view (uid, list, lower(name));
create unique index list_view_usual on list_view (uid, list) where usual = 1;
