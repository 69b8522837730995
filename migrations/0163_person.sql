-- What is entered of a person beside what stands there already.
alter table customer
  -- 民族, as it is said
  add column ethnicity text,
  -- code of the dictionary education
  add column education text,
  -- since when somebody is served
  add column start_date date,
  add column building text,
  add column floor text,
  add column room text,
  -- free words about what is done for somebody: encrypted
  add column care_plan_cipher text;

alter table customer_contact
  -- when somebody can be reached, in words
  add column hours text;
