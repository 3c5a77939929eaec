-- Columns under the names of the field, and the names of fields that are kept as JSON.
alter table alarm rename judged_at to acknowledged_at;
alter table sent_code rename spent_at to used_at;
alter table device rename haystack to search_text;
alter table device rename alone to standalone;
alter table device_remote rename cut to truncated;
alter table campaign_device rename hop to step_index;
alter table campaign_device rename above to upstream_ids;
alter table notification_contact rename but to override_level;
alter table notification_contact rename outside to outside_hours;
do $$
declare one record;
begin
  for one in
    select k.conrelid::regclass as owner, k.conname as name, replace(k.conname, r.old, r.new) as next
    from (values ('alarm', 'judged_at', 'acknowledged_at'), ('device', 'alone', 'standalone'), ('device', 'haystack', 'search_text'),
      ('device_remote', 'cut', 'truncated'), ('campaign_device', 'hop', 'step_index'), ('campaign_device', 'above', 'upstream_ids'),
      ('notification_contact', 'but', 'override_level'), ('notification_contact', 'outside', 'outside_hours')) as r(owner, old, new)
    join pg_constraint k on k.conrelid = r.owner::regclass and k.conname like r.owner || '\_' || r.old || '\_%'
  loop
    execute format('alter table %s rename constraint %I to %I', one.owner, one.name, one.next);
  end loop;
end $$;

-- A quotation mark within a text is written with a backslash before it: these are names of fields, and nothing else.
update alarm_config set fields = replace(fields::text, '"but":', '"override_level":')::jsonb where fields::text like '%"but":%';
update audit_log set
  before = replace(replace(before::text, '"but":', '"override_level":'), '"outside":', '"outside_hours":')::jsonb,
  after = replace(replace(after::text, '"but":', '"override_level":'), '"outside":', '"outside_hours":')::jsonb
where object like 'alarm%' and concat(before, after) ~ '"(but|outside)":';
update audit_log set
  before = replace(before::text, '"alone":', '"standalone":')::jsonb,
  after = replace(after::text, '"alone":', '"standalone":')::jsonb
where object like 'device:%' and concat(before, after) like '%"alone":%';
