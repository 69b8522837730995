-- Few examinations are drafts, voided or of a kind other than the yearly one: a filter finds them without reading the rest.
create index physical_status on physical (status, date desc, id desc);
create index physical_kind on physical (kind, date desc, id desc);
