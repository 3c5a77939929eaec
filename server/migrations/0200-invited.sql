-- As what an account was invited: until it has answered, who shares is told no more of it than that.
alter table scene_share add invited text not null default '';
update scene_share h set invited = r.account from account r where r.id = h.uid and h.way = 0;
