-- The numbers of the cases that went back as the session ended: told to whoever still holds its token, and to nobody else.
alter table session add column released text[];
