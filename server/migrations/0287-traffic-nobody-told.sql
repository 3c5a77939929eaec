-- Traffic of a scene that nobody told of is unknown, not none.
alter table scene_5m alter column rx drop not null, alter column rx drop default, alter column tx drop not null, alter column tx drop default;
alter table scene_1h alter column rx drop not null, alter column rx drop default, alter column tx drop not null, alter column tx drop default;
alter table scene_1d alter column rx drop not null, alter column rx drop default, alter column tx drop not null, alter column tx drop default;
