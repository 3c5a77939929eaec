-- A device that central configuration has let go of: it keeps what it runs, and stays watched.
alter table device add alone boolean not null default false;
