-- What guests of a scene do stands in the log of the team that owns it.
alter table operation add guest_team_id int;
update operation o set guest_team_id = o.team_id, team_id = s.team_id from scene s where s.id = o.scene_id and s.team_id <> o.team_id;
create index operation_guest on operation (guest_team_id, id desc nulls last) include (scene_id) where guest_team_id is not null;
