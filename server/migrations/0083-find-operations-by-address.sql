-- an address has its own index: its pieces are too common to look for
drop index operation_find;
create index operation_find on operation using gin (lower(name || ' ' || object || ' ' || account) gin_trgm_ops);
create index operation_ip on operation (team_id, ip, id desc nulls last) include (scene_id);
