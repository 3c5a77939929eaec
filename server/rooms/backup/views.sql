-- Backups for other rooms. `newest`: the last one of its device.
create view device_backup_view as
  select id, device_id, complete, model, firmware, created_at, newest from device_backup;
create view device_backup_policy_view as select team_id, overdue_days from device_backup_policy;
