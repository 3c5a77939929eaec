-- Open captchas. Lost in a crash: the browser requests another one.
create unlogged table captcha (
  id text primary key,
  -- left edge of the gap, or the answer of the question
  gap smallint,
  answer text,
  expires_at bigint not null,
  -- the requester: when the table is full, rows of the requester with the most are removed
  place text not null default ''
);
create index captcha_expires on captcha (expires_at);
