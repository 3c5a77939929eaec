-- Networks that monitors of every team may reach from this server; `public` is the public internet.
create table monitor_network (
  network text primary key,
  note text not null default ''
);
