-- What is rolled up is found by its time, whatever the scene.
create index scene_5m_ts on scene_5m (ts);
create index scene_1h_ts on scene_1h (ts);
create index app_1h_ts on app_1h (ts);
