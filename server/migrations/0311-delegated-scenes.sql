-- A share may let its receiver operate a scene, without changing what it is configured to be.
alter table scene_share drop constraint scene_share_permission_check;
alter table scene_share add constraint scene_share_permission_check check (permission in (1, 2, 3));
