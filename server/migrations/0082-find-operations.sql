-- newest first by any filter, whatever the size of the log
create extension if not exists pg_trgm;
drop index operation_team;
create index operation_team on operation (team_id, id desc nulls last) include (scene_id);
create index operation_account on operation (team_id, account, id desc nulls last) include (scene_id);
create index operation_scene on operation (scene_id, id desc nulls last) include (team_id);
create index operation_kind on operation (team_id, split_part(object, ':', 1), id desc nulls last) include (scene_id);
create index operation_way on operation (team_id, way, id desc nulls last) where way <> 'console';
create index operation_at on operation (team_id, at);
create index operation_age on operation using brin (at);
create index operation_find on operation using gin (lower(name || ' ' || object || ' ' || account || ' ' || ip) gin_trgm_ops);
