-- needs: account
-- Feedback of users about the product, and its result.
create table feedback (
  id int generated always as identity primary key,
  uid int not null references account on delete cascade,
  type text not null check (type in ('feature', 'experience', 'product')),
  -- 0 submitted, 1 read, 2 accepted, 3 done, 4 declined, 5 withdrawn
  status smallint not null default 0 check (status between 0 and 5),
  title text not null,
  text text not null,
  contact text not null,
  page text not null,
  version text not null,
  -- the author has not read the last answer
  unseen smallint not null default 0 check (unseen in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null
);
create index feedback_uid on feedback (uid, created_at);

-- Re-encoded as WebP: the uploaded file is not stored. In the database, so that they are removed with their author.
create table feedback_picture (
  id int generated always as identity primary key,
  feedback_id int not null references feedback on delete cascade,
  width smallint not null,
  height smallint not null,
  bytes bytea not null
);
create index feedback_picture_of on feedback_picture (feedback_id);

create table feedback_reply (
  id int generated always as identity primary key,
  feedback_id int not null references feedback on delete cascade,
  -- null: the account was removed; the name stays
  uid int references account on delete set null,
  by_name text not null,
  official smallint not null check (official in (0, 1)),
  text text not null,
  -- the status that it set
  status smallint check (status between 0 and 5),
  created_at bigint not null
);
create index feedback_reply_of on feedback_reply (feedback_id);
