-- Puzzles that wait for an answer. Lost in a crash: the browser asks for another.
create unlogged table captcha (
  id text primary key,
  -- left edge of the gap, or the words that answer the question
  gap smallint,
  answer text,
  expires_at bigint not null,
  -- who asked: the one who opens the most makes room
  place text not null default ''
);
create index captcha_expires on captcha (expires_at);
