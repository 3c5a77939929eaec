-- The owner of a scene sees the sets and campaigns of guests in it, and ends them.
alter table change_set add column scene_ids int[] not null default '{}';
update change_set c set scene_ids = i.ids
  from (select set_id, array_agg(distinct scene_id) as ids from change_item group by set_id) i where i.set_id = c.id;
create index change_scenes on change_set using gin (scene_ids);

alter table campaign add column scene_ids int[] not null default '{}';
update campaign c set scene_ids = x.ids
  from (select campaign_id, array_agg(distinct scene_id) as ids from campaign_device group by campaign_id) x where x.campaign_id = c.id;
create index campaign_scenes on campaign using gin (scene_ids);
