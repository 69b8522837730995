-- true: the product wrote it into inboxes by itself; the list of notices is of what people write
alter table notice add column automatic boolean not null default false;
-- What the product sends is written and published in one transaction; a person's draft is older than its publication.
update notice set automatic = true where audience_kind = 'user' and published_at = created_at and not demo;
