-- Scenes for other rooms.
create view scene_view as
  select id, team_id, name, province, city, address, lat, lng, time_zone, main_device_id, rev, created_at, updated_at, changed_by
  from scene;
create view scene_group_view as select id, team_id, name from scene_group;
create view scene_group_member_view as select group_id, scene_id from scene_group_member;
create view scene_guest_view as select scene_id, uid, mode, expires_at from scene_guest;
