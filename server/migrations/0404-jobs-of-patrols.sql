-- Jobs of patrols, optimizations and reports have the names of their rooms. What waited under the former names begins anew: reports
-- and mails by their rows, an optimization that was due by its timer, a scan by the next order.
do $$
begin
  if to_regclass('boss.job') is null then
    return;
  end if;
  update radio_timer t set next_at = 0
    from boss.job j
    where j.name = 'diagnosis.optimize-scene' and j.state in ('created', 'retry', 'active')
      and t.scene_id = (j.data ->> 'scene_id')::int and t.next_at is not null;
  update radio_listening l set ended_at = l.started_at
    from boss.job j
    where j.name = 'diagnosis.listen' and j.state in ('created', 'retry', 'active')
      and l.scene_id = (j.data ->> 'scene_id')::int and l.ended_at is null;
  delete from boss.job where name like 'diagnosis.%';
end $$;
