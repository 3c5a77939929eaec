create index task_uid on task (uid, id desc);
