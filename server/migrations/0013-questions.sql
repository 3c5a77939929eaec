alter table captcha alter column gap drop not null;
alter table captcha add column answer text;
